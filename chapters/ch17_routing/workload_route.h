/* SPDX-License-Identifier: MIT
 *
 * Which replica gets a request: prompts arrive at random, and begin with prefixes that
 * are popular by Zipf's law; a replica that computed a prefix lately need not do so
 * again.  What a prompt costs is known when it arrives.  Judged by the time from
 * arrival to the first token.
 */
#include "queue.h"
#include "rows.h"
#include "trace.h"

enum { REQUESTS, REPLICAS, PREFIXES, KEEPS, LOAD, SKEW };
enum { ARRIVAL, OWN, PREFIX, PREFIX_US, STEP };
enum { REPLICA, DONE };

#define OWN_US    2000 /* of a prompt, mean; exponential */
#define PREFIX_MS 8    /* of a prefix, at most; the mean is half of it */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_by_step(pr, "arrival", p[REQUESTS], INT32_MAX);
	add_by_step(pr, "own", p[REQUESTS], INT32_MAX);
	add_by_step(pr, "prefix", p[REQUESTS], p[PREFIXES]);
	add_by_step(pr, "prefix_us", p[REQUESTS], INT32_MAX);
	aisp_add_steps(pr, p[REQUESTS]);
	add_choice(pr, "replica");
	aisp_add_out(pr, (struct aisp_spec){ .name = "done",
					     .dtype = AISP_I64,
					     .rank = 1,
					     .shape = { p[REQUESTS] },
					     .by_step = 1 });
	pr->workspace_bytes = fleet_bytes(p[REPLICAS], p[KEEPS]) + sizeof(int64_t);
	pr->bytes = 28 * (double)p[REQUESTS];
	pr->bound_by = "what comes next";
	if (p[LOAD] < 1 || p[LOAD] > 95)
		pr->invalid = "load must be from 1 to 95 %";
}

/* Replicas are busy for the load's share of the time if every second prefix is found.
 */
static double mean_gap_us(const int64_t *p)
{
	return (OWN_US + 1000.0 * PREFIX_MS / 4) /
	       ((double)p[REPLICAS] * (double)p[LOAD] / 100);
}

/* Work for a prefix, from 1 us on. */
static int32_t work_of(int64_t prefix, uint64_t bits)
{
	return 1 + (int32_t)(aisp_draw_unknown(~bits, (uint64_t)prefix) %
			     (1000 * PREFIX_MS));
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	const int64_t *p = io->param;
	double *sum = trace_zipf(p[PREFIXES], (double)p[SKEW] / 100), now = 0;
	int32_t *name = trace_names(p[PREFIXES], bits);

	for (int64_t i = 0; i < p[REQUESTS] && sum && name; i++) {
		int64_t prefix = trace_rank(sum, p[PREFIXES], trace_unit(bits, 3 * i));

		now -= mean_gap_us(p) * log(trace_unit(bits, 3 * i + 1));
		((int32_t *)io->in[ARRIVAL].data)[i] = (int32_t)now;
		((int32_t *)io->in[OWN].data)[i] =
			1 - (int32_t)(OWN_US * log(trace_unit(bits, 3 * i + 2)));
		((int32_t *)io->in[PREFIX].data)[i] = name[prefix];
		((int32_t *)io->in[PREFIX_US].data)[i] = work_of(prefix, bits);
	}
	free(sum);
	free(name);
}

static struct job job_of(const struct aisp_io *io, int64_t i)
{
	return (struct job){ ((const int32_t *)io->in[ARRIVAL].data)[i],
			     ((const int32_t *)io->in[OWN].data)[i],
			     ((const int32_t *)io->in[PREFIX].data)[i],
			     ((const int32_t *)io->in[PREFIX_US].data)[i] };
}

#include "waits.h"

static const struct aisp_score score = {
	.name = "mean us to the first token",
	.figures = { "99th percentile, us", "prefixes found, per request" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "requests routed to replicas",
	.n_params = 6,
	.params = { { "requests", 257, 4096, 4096, "requests of an episode" },
		    { "replicas", 3, 8, 16, "servers with a queue each" },
		    { "prefixes", 40, 256, 1024, "what prompts begin with" },
		    { "keeps", 6, 24, 48, "prefixes that a replica keeps" },
		    { "load", 70, 80, 80,
		      "share of time busy, in %, half of the "
		      "prefixes found" },
		    { "skew", 90, 90, 90,
		      "hundredths of the exponent of Zipf's law" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
