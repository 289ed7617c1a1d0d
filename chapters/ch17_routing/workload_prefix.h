/* SPDX-License-Identifier: MIT
 *
 * Which blocks of a prompt need not be computed again: prompts come one at a time, as
 * blocks of tokens.  A block's number stands for its tokens and all before them, so
 * that two prompts share a prefix as far as their numbers agree.  A policy puts each
 * block into a slot of the cache, and the old block there leaves.  The first blocks of
 * a prompt that lie already in their slots are found; keys and values of the rest are
 * computed.  Judged by the blocks that are computed per prompt.
 */
#include "pages.h"
#include "percentile.h"
#include "rows.h"
#include "trace.h"
#include <stdbool.h>
#include <string.h>

enum { PROMPTS, CAPACITY, MOST, TALKS, PREFIXES, SKEW, ONCE };
enum { BLOCK, AT };
enum { SLOT, FOUND };

/* Blocks of prefixes have the first numbers, all others one of their own. */
static inline int64_t n_blocks(const int64_t *p)
{
	return (p[PREFIXES] + p[PROMPTS]) * p[MOST];
}

static inline void add_blocks(struct aisp_problem *pr, const int64_t *p)
{
	struct aisp_spec in = { "block",         AISP_I32,   2, { p[PROMPTS], p[MOST] },
				AISP_FILL_INDEX, n_blocks(p) };
	struct aisp_spec out = { "slot", AISP_I32, 2, { p[PROMPTS], p[MOST] } };

	in.by_step = 1;
	aisp_add_in(pr, in);
	aisp_add_steps(pr, p[PROMPTS]);
	out.is_choice = 1;
	out.by_step = 1;
	aisp_add_out(pr, out);
	out = (struct aisp_spec){ "found", AISP_I32, 1, { p[PROMPTS] } };
	out.by_step = 1;
	aisp_add_out(pr, out);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_blocks(pr, p);
	/* For the policy: two numbers per slot, and two per block. */
	pr->workspace_bytes = 2 * (size_t)(p[CAPACITY] + n_blocks(p)) * sizeof(int32_t);
	pr->bytes = (8 * (double)p[MOST] + 4) * (double)p[PROMPTS];
	pr->bound_by = "what comes next";
	if (p[MOST] < 6 || p[CAPACITY] < p[MOST] || p[TALKS] < 1 || p[PREFIXES] < 1 ||
	    p[ONCE] > 90)
		pr->invalid = "most is at least 6, capacity at least most, once at "
			      "most 90 %; a talk and a prefix at least";
}

/* Blocks of prompt i. */
static inline int64_t n_of(const struct aisp_io *io, int64_t i)
{
	int64_t most = io->param[MOST], n = 0;
	const int32_t *block = (const int32_t *)io->in[BLOCK].data + i * most;

	while (n < most && block[n] != NOBODY)
		n++;
	return n;
}

#include "prompts.h"

static const struct aisp_score score = {
	.name = "blocks computed per prompt",
	.figures = { "found, of all blocks", "99th percentile of blocks computed" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "prefixes kept in a cache",
	.n_params = 7,
	.params = { { "prompts", 193, 1024, 1280, "prompts of an episode" },
		    { "capacity", 48, 512, 640, "blocks that the cache has room for" },
		    { "most", 12, 24, 24, "blocks of the longest prompt" },
		    { "talks", 8, 64, 80, "conversations at a time" },
		    { "prefixes", 6, 32, 32, "what conversations begin with" },
		    { "skew", 90, 90, 90, "hundredths of the exponent of Zipf's law" },
		    { "once", 20, 20, 20, "prompts like no other, in %" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
