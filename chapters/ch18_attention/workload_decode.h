/* SPDX-License-Identifier: MIT
 *
 * One token's attention for a batch of sequences, bf16, with grouped queries and
 * paged keys: `group` queries share a head of keys and values, which lie in pages of
 * `page` tokens anywhere in memory; a table lists each sequence's pages.  Keys and
 * values are read once for 4 group operations per element: memory binds.
 */
#include <aisp/workload.h>

#include "attention_reference.h"

enum { BATCH, TOKENS, HEADS, GROUP, PAGE, SPREAD };

enum { IN_Q, IN_K, IN_V, IN_TABLE, IN_LENGTH };

#define HEAD_DIM    128
#define MOST_GROUPS 16384 /* heads of keys of all sequences */
#define MOST_BLOCKS 1024  /* that the workspace has room for, each with two ends */

#define CPU_THREADS 2

#include "paged.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], heads = p[HEADS], pages = batch * pages_of(p);
	double tokens = 0;

	for (int64_t r = 0; r < batch; r++)
		tokens += (double)length_of(p, r);
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "q", AISP_BF16, 3, { batch, heads * p[GROUP], HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "k", AISP_BF16, 4, { pages, heads, p[PAGE], HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "v", AISP_BF16, 4, { pages, heads, p[PAGE], HEAD_DIM } });
	aisp_add_in(pr, (struct aisp_spec){ "table",
					    AISP_I32,
					    2,
					    { batch, pages_of(p) },
					    AISP_FILL_INDEX,
					    pages });
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"length", AISP_I32, 1, { batch }, AISP_FILL_INDEX, p[TOKENS] });
	aisp_add_out(
		pr, (struct aisp_spec){
			    "o", AISP_BF16, 3, { batch, heads * p[GROUP], HEAD_DIM } });
	pr->flops = 4.0 * tokens * (double)(heads * p[GROUP] * HEAD_DIM);
	pr->bytes = 4.0 * tokens * (double)(heads * HEAD_DIM) +
		    4.0 * (double)(batch * heads * p[GROUP] * HEAD_DIM) +
		    4.0 * (double)pages;
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = CPU_THREADS;
	pr->workspace_bytes = (size_t)((batch * heads + MOST_BLOCKS) * p[GROUP]) *
			      (HEAD_DIM + 4) * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (p[PAGE] % 16 || p[PAGE] > 256)
		pr->invalid = "page is a multiple of 16, at most 256";
	if (batch * heads > MOST_GROUPS)
		pr->invalid = "batch x heads is at most 16384";
	if (p[GROUP] > 16)
		pr->invalid = "group is at most 16";
	if (p[SPREAD] < 0 || p[SPREAD] > 100)
		pr->invalid = "spread is 0 to 100";
}

#include "paged_reference.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "paged decode attention, bf16",
	.n_params = 6,
	.params = { [BATCH] = { "batch", 3, 8, 128, "sequences", 64 },
		    [TOKENS] = { "tokens", 333, 1024, 8192,
				 "keys of the longest sequence", 8192 },
		    [HEADS] = { "heads", 2, 2, 8, "heads of keys and values", 4 },
		    [GROUP] = { "group", 5, 8, 8, "queries that share a head" },
		    [PAGE] = { "page", 16, 16, 16, "tokens of a page" },
		    [SPREAD] = { "spread", 70, 0, 50,
				 "the shortest sequence lacks about this many %" } },
	.problem = problem,
	.prepare = deal_pages,
	.reference = reference,
};
