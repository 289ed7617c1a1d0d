/* SPDX-License-Identifier: MIT
 *
 * Which page leaves where models share memory: three of them keep keys and values of
 * prefixes in one pool of pages.  Requests come one at a time; a page that is not there
 * is computed, by its model, and takes the place of one that leaves, or it is not kept.
 * Most requests are for one model, which changes every sixth of an episode; its pages
 * are popular by Zipf's law.  A page's number, modulo the models, says whose it is, and
 * nothing else.  Judged by computation: the weights of the model of each miss, in 10^9.
 */
#include "trace.h"
#include <stdbool.h>
#include <string.h>

#include "rows.h"

enum { REQUESTS, PAGES, CAPACITY, SKEW };
enum { PAGE, STEP };
enum { VICTIM };

#define N_MODELS 3
#define EPOCHS   6 /* in which a model is busy */

static const int32_t cost_of[N_MODELS] = { 1, 8, 70 };

/* Shares of requests: for the busy model, the next one, the last one. */
static const double share_of[N_MODELS] = { 0.7, 0.2, 0.1 };

static inline int32_t model_of(int32_t page)
{
	return page % N_MODELS;
}

static inline int64_t n_ids(const int64_t *p)
{
	return N_MODELS * p[PAGES];
}

/* Numbers that a policy keeps between steps: its own few, a slot's, a page's. */
#define N_OWN 4

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_by_step(pr, "page", p[REQUESTS], n_ids(p));
	aisp_add_steps(pr, p[REQUESTS]);
	add_choice(pr, "victim");
	pr->workspace_bytes =
		(size_t)(N_OWN + 4 * p[CAPACITY] + 2 * n_ids(p)) * sizeof(int32_t);
	pr->bytes = 8 * (double)p[REQUESTS];
	pr->bound_by = "what comes next";
	if (p[CAPACITY] < N_MODELS || p[CAPACITY] >= p[PAGES] || p[REQUESTS] < EPOCHS)
		pr->invalid = "capacity is from 3 to less than a model's pages, "
			      "requests are 6 at least";
}

static int64_t asked_model(double u, int64_t epoch)
{
	int64_t i = 0;

	for (; i + 1 < N_MODELS && u >= share_of[i]; i++)
		u -= share_of[i];
	return (i + epoch) % N_MODELS;
}

/* Requests of a model; of the others none is changed. */
static void ask(const struct aisp_io *io, int64_t model, uint64_t bits,
		const double *sum)
{
	int64_t n = io->param[REQUESTS], pages = io->param[PAGES];
	int32_t *page = (int32_t *)io->in[PAGE].data;
	int32_t *name = trace_names(pages, bits + (uint64_t)model);

	for (int64_t i = 0; i < n && name; i++)
		if (asked_model(trace_unit(bits, 2 * i), EPOCHS * i / n) == model) {
			double u = trace_unit(bits, 2 * i + 1);
			int64_t rank = trace_rank(sum, pages, u);

			page[i] = (int32_t)(N_MODELS * name[rank] + model);
		}
	free(name);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	double *sum = trace_zipf(io->param[PAGES], (double)io->param[SKEW] / 100);

	for (int64_t m = 0; m < N_MODELS && sum; m++)
		ask(io, m, bits, sum);
	free(sum);
}

#include "evict_judge.h"

/* Of all requests; misses of the models in figures[]. */
static double compute(const struct aisp_io *io, double *figures)
{
	const int32_t *page = (const int32_t *)io->in[PAGE].data;
	const int32_t *victim = (const int32_t *)io->out[VICTIM].data;
	double n = (double)io->param[REQUESTS], cost = 0;
	struct held h;
	int rc = held_new(&h, io->param[CAPACITY], n_ids(io->param));

	for (int64_t i = 0; i < io->param[REQUESTS] && !rc; i++) {
		int64_t before = h.n_misses;

		serve(&h, page[i], victim[i], n_ids(io->param));
		if (h.n_misses > before) {
			cost += cost_of[model_of(page[i])];
			figures[model_of(page[i])] += 1 / n;
		}
	}
	held_free(&h);
	return cost / n;
}

/* Each requested page has to be computed once. */
static double bound(const struct aisp_io *io)
{
	const int32_t *page = (const int32_t *)io->in[PAGE].data;
	char *is_seen = calloc((size_t)n_ids(io->param), 1);
	double cost = 0;

	for (int64_t i = 0; i < io->param[REQUESTS] && is_seen; i++) {
		cost += is_seen[page[i]] ? 0 : cost_of[model_of(page[i])];
		is_seen[page[i]] = 1;
	}
	free(is_seen);
	return cost / (double)io->param[REQUESTS];
}

static const struct aisp_score score = {
	.name = "10^9 weights for a request",
	.figures = { "misses of the small model, per request", "of the medium one",
		     "of the large one" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "pages of several models in one pool",
	.n_params = 4,
	.params = { { "requests", 257, 8192, 16384, "requests of an episode" },
		    { "pages", 64, 512, 1024, "pages of a model" },
		    { "capacity", 21, 192, 384, "pages that the pool has room for" },
		    { "skew", 90, 90, 90,
		      "hundredths of the exponent of Zipf's law" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
