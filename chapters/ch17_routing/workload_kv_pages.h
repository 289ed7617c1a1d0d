/* SPDX-License-Identifier: MIT
 *
 * Where keys and values lie: sequences live side by side, grow by a block of tokens at
 * a time, and nobody knows how long one will be.  A block stays where it was put until
 * its sequence ends.  Blocks of equal content, as those of a prompt that several
 * sequences begin with, may lie in one place.  Judged by the memory up to the highest
 * place that was ever used, per block in use at the busiest time.
 */
#include "rows.h"
#include "trace.h"
#include <stdbool.h>
#include <string.h>

enum { STEPS, LIVE, MOST, PREFIXES, SKEW };
enum { SEQUENCE, BLOCK, CONTENT, AT };
enum { PLACE };

#define N_OWN 2 /* numbers of a policy of its own */

#define NOBODY (-1) /* instead of a block: the sequence ends; of a place: none */

/* Places that there are: room for the longest sequence in each slot. */
static inline int64_t n_places(const int64_t *p)
{
	return p[LIVE] * p[MOST];
}

/* Blocks of prefixes have the first numbers, all others one of their own. */
static inline int64_t n_contents(const int64_t *p)
{
	return p[PREFIXES] * p[MOST] + p[STEPS];
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_by_step(pr, "sequence", p[STEPS], p[LIVE]);
	add_by_step(pr, "block", p[STEPS], p[MOST]);
	add_by_step(pr, "content", p[STEPS], n_contents(p));
	aisp_add_steps(pr, p[STEPS]);
	add_choice(pr, "place");
	pr->workspace_bytes =
		(size_t)(N_OWN + 4 * n_places(p) + n_contents(p)) * sizeof(int32_t);
	pr->bytes = 16 * (double)p[STEPS];
	pr->bound_by = "what comes next";
	if (p[STEPS] < 2 || p[LIVE] < 1 || p[MOST] < 8 || p[MOST] % 8 ||
	    p[PREFIXES] < 1)
		pr->invalid = "at least 2 steps, a slot and a prefix; most is a "
			      "multiple of 8";
}

#include "places.h"

static const struct aisp_score score = {
	.name = "memory needed, of what is in use at most",
	.figures = { "memory that is not in use, in the mean",
		     "99th percentile of that" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "memory for keys and values",
	.n_params = 5,
	.params = { { "steps", 601, 6144, 8192, "blocks that come, and ends" },
		    { "live", 6, 32, 48, "sequences side by side" },
		    { "most", 24, 64, 128, "blocks of the longest sequence" },
		    { "prefixes", 4, 8, 16, "prompts that sequences begin with" },
		    { "skew", 90, 90, 90,
		      "hundredths of the exponent of Zipf's law" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
