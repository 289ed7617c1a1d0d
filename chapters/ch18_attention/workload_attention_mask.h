/* SPDX-License-Identifier: MIT
 *
 * Attention with a mask that data describe, bf16: query i sees keys first[i] to i.
 * `first` stands for documents that may not see each other and for a sliding window,
 * whichever begins later.  The useful work is that of the pairs that are seen.
 */
#include <aisp/workload.h>

#include "attention_reference.h"

enum { HEADS, SEQ, WINDOW, DOCUMENTS };

enum { IN_Q, IN_K, IN_V, IN_FIRST };

#define HEAD_DIM 128

/* Tokens of documents before d: they are of all lengths. */
static inline int64_t before(const int64_t *p, int64_t d)
{
	return p[SEQ] * d * d / (p[DOCUMENTS] * p[DOCUMENTS]);
}

static double pairs_of(const int64_t *p)
{
	double n = 0;

	for (int64_t d = 0; d < p[DOCUMENTS]; d++) {
		int64_t tokens = before(p, d + 1) - before(p, d);

		for (int64_t i = 0; i < tokens; i++)
			n += (double)(i < p[WINDOW] ? i + 1 : p[WINDOW]);
	}
	return n;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t heads = p[HEADS], seq = p[SEQ];

	if (p[WINDOW] < 1)
		pr->invalid = "window is at least 1";
	if (p[DOCUMENTS] < 1 || p[DOCUMENTS] > seq || p[DOCUMENTS] > 1024)
		pr->invalid = "documents are 1 to 1024, and no more than tokens";
	if (pr->invalid)
		return;
	aisp_add_in(pr,
		    (struct aisp_spec){ "q", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "k", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "v", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	aisp_add_in(pr, (struct aisp_spec){
				"first", AISP_I32, 1, { seq }, AISP_FILL_INDEX, seq });
	aisp_add_out(pr,
		     (struct aisp_spec){ "o", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	pr->flops = 4.0 * (double)heads * pairs_of(p) * HEAD_DIM;
	pr->bytes = 8.0 * (double)(heads * seq * HEAD_DIM) + 4.0 * (double)seq;
	pr->compute = AISP_BF16;
	pr->error_c = AISP_BF16_ONCE;
}

/* Documents in an order that bits choose. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	const int64_t *p = io->param;
	int32_t *first = (int32_t *)io->in[IN_FIRST].data;
	int64_t turn = (int64_t)(bits % (uint64_t)p[DOCUMENTS]), begin = 0;

	for (int64_t k = 0; k < p[DOCUMENTS]; k++) {
		int64_t d = (turn + k) % p[DOCUMENTS];
		int64_t tokens = before(p, d + 1) - before(p, d);

		for (int64_t i = 0; i < tokens; i++)
			first[begin + i] =
				(int32_t)(begin +
					  (i < p[WINDOW] ? 0 : i - p[WINDOW] + 1));
		begin += tokens;
	}
}

/* Keys follow each other from at[0] on. */
static int64_t key_of(const struct view *v, int64_t j)
{
	return v->at[0] + j * v->dim;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *starts = (const int32_t *)io->in[IN_FIRST].data;
	int64_t seq = io->param[SEQ];

	(void)o;
	for (int64_t e = 0; e < n; e += HEAD_DIM) {
		int64_t row = (first + e) / HEAD_DIM, i = row % seq, start = starts[i];
		struct view v = { io,
				  HEAD_DIM,
				  row * HEAD_DIM,
				  i - start + 1,
				  key_of,
				  { (row - i + start) * HEAD_DIM } };

		reference_row(&v, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "attention with a mask of data, bf16",
	.n_params = 4,
	.params = { [HEADS] = { "heads", 2, 4, 16, "heads, each by itself", 32 },
		    [SEQ] = { "seq", 333, 1024, 16384, "queries and keys of a head",
			      8192 },
		    [WINDOW] = { "window", 100, 256, 2048,
				 "keys that a query sees at most, itself included",
				 1024 },
		    [DOCUMENTS] = { "documents", 3, 4, 8,
				    "documents, which do not see each other" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
