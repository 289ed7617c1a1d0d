/* SPDX-License-Identifier: MIT
 *
 * Which page leaves a full cache: requests come one at a time, as prompts come to a
 * server that keeps the keys and values of the prefixes it has seen.  Many prefixes are
 * asked for once, the others by Zipf's law, and in each quarter of the requests other
 * pages are popular; a page's number tells nothing of that.  A page that is missing is
 * computed, and takes the place of one that leaves, or is not kept.
 * Judged by misses per request.
 */
#include "pages.h"
#include "trace.h"
#include <aisp/episode.h>
#include <string.h>

enum { REQUESTS, PAGES, CAPACITY, SKEW, ONCE };
enum { PAGE, STEP };
enum { VICTIM };

#define EPOCHS 4 /* of a popularity each */

/* Pages that are asked for once have numbers of their own. */
static inline int64_t n_ids(const int64_t *p)
{
	return p[PAGES] + p[REQUESTS];
}

/* Numbers that a policy keeps between steps: its own few, a slot's, a page's. */
#define N_OWN 4
static inline int64_t n_kept(const int64_t *p)
{
	return N_OWN + 4 * p[CAPACITY] + 2 * n_ids(p);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "page",
					    .dtype = AISP_I32,
					    .rank = 1,
					    .shape = { p[REQUESTS] },
					    .fill = AISP_FILL_INDEX,
					    .limit = n_ids(p),
					    .by_step = 1 });
	aisp_add_steps(pr, p[REQUESTS]);
	aisp_add_out(pr, (struct aisp_spec){ .name = "victim",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { p[REQUESTS] },
					     .is_choice = 1,
					     .by_step = 1 });
	pr->workspace_bytes = (size_t)n_kept(p) * sizeof(int32_t);
	pr->bytes = 8 * (double)p[REQUESTS];
	pr->bound_by = "what comes next";
	if (p[CAPACITY] >= p[PAGES] || p[CAPACITY] >= p[REQUESTS] || p[ONCE] > 90)
		pr->invalid = "capacity must be below pages and requests, once at most "
			      "90 %";
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t n = io->param[REQUESTS], pages = io->param[PAGES];
	int32_t *page = (int32_t *)io->in[PAGE].data;
	double *sum = trace_zipf(pages, (double)io->param[SKEW] / 100);
	int32_t *name = trace_names(n_ids(io->param), bits);

	for (int64_t i = 0; i < n && sum && name; i++) {
		int64_t rank = trace_rank(sum, pages, trace_unit(bits, 2 * i));
		int64_t epoch = EPOCHS * i / n;

		page[i] = name[(rank + epoch * pages / EPOCHS) % pages];
		if (trace_unit(bits, 2 * i + 1) * 100 < (double)io->param[ONCE])
			page[i] = name[pages + i];
	}
	free(sum);
	free(name);
}

#include "evict_judge.h"

static double compute(const struct aisp_io *io, double *figures)
{
	const int32_t *page = (const int32_t *)io->in[PAGE].data;
	const int32_t *victim = (const int32_t *)io->out[VICTIM].data;
	double n = (double)io->param[REQUESTS];
	struct held h;
	int rc = held_new(&h, io->param[CAPACITY], n_ids(io->param));

	for (int64_t i = 0; i < io->param[REQUESTS] && !rc; i++)
		serve(&h, page[i], victim[i], n_ids(io->param));
	held_free(&h);
	figures[0] = (double)h.n_again / n;
	return (double)h.n_misses / n;
}

static double bound(const struct aisp_io *io)
{
	int64_t n = io->param[REQUESTS];

	return least_misses((const int32_t *)io->in[PAGE].data, n, io->param[CAPACITY],
			    n_ids(io->param)) /
	       (double)n;
}

static const struct aisp_score score = {
	.name = "misses per request",
	.figures = { "misses of pages seen before, per request" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "eviction of pages from a full cache",
	.n_params = 5,
	.params = { { "requests", 257, 8192, 16384, "requests of an episode" },
		    { "pages", 64, 1024, 2048, "pages that are asked for again" },
		    { "capacity", 13, 128, 256, "pages that the cache has room for" },
		    { "skew", 90, 90, 90, "hundredths of the exponent of Zipf's law" },
		    { "once", 30, 30, 30, "requests for a page of their own, in %" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
