/* SPDX-License-Identifier: MIT
 *
 * Attention of a chunk of a prompt, bf16, with grouped queries: the last q_len tokens
 * of a sequence attend to all kv_len tokens so far, of which query i sees keys
 * 0 to kv_len - q_len + i.  heads / kv_heads heads of queries share a head of keys.
 * 4 dim operations for each pair of a query and a key.
 */
#include <aisp/workload.h>

#include "../../chapters/ch18_attention/attention_reference.h"

enum { HEADS, KV_HEADS, Q_LEN, KV_LEN };

#define HEAD_DIM 128

/* The parts of tiles that a variant may leave in the workspace: sums of 128 queries,
 * with a maximum and a sum for each of four threads that have a row. */
#define MOST_PARTS 640
#define PART_BYTES (128 * (HEAD_DIM + 8) * 4)

static const char *invalid_of(const int64_t *p)
{
	if (p[KV_HEADS] < 1 || p[HEADS] < p[KV_HEADS] || p[HEADS] % p[KV_HEADS])
		return "heads is a multiple of kv_heads";
	if (p[HEADS] / p[KV_HEADS] > 64)
		return "at most 64 heads share keys";
	if (p[Q_LEN] < 1 || p[KV_LEN] < p[Q_LEN])
		return "kv_len is at least q_len, and that at least 1";
	return p[HEADS] * p[KV_LEN] > INT64_C(1) << 28
		       ? "heads x kv_len is at most 2^28"
		       : NULL;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t heads = p[HEADS], kv_heads = p[KV_HEADS], n = p[Q_LEN], m = p[KV_LEN];

	pr->invalid = invalid_of(p);
	if (pr->invalid)
		return;
	aisp_add_in(pr,
		    (struct aisp_spec){ "q", AISP_BF16, 3, { heads, n, HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "k", AISP_BF16, 3, { kv_heads, m, HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "v", AISP_BF16, 3, { kv_heads, m, HEAD_DIM } });
	aisp_add_out(pr,
		     (struct aisp_spec){ "o", AISP_BF16, 3, { heads, n, HEAD_DIM } });
	pr->flops = 4.0 * HEAD_DIM * (double)heads * (double)n *
		    ((double)(m - n) + (double)(n + 1) / 2);
	pr->bytes = 4.0 * HEAD_DIM * (double)(heads * n + kv_heads * m);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)MOST_PARTS * PART_BYTES;
	pr->error_c = AISP_BF16_ONCE;
}

/* Keys follow each other from at[0] on. */
static int64_t key_of(const struct view *v, int64_t j)
{
	return v->at[0] + j * v->dim;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;

	(void)o;
	for (int64_t e = 0; e < n; e += HEAD_DIM) {
		int64_t row = (first + e) / HEAD_DIM, i = row % p[Q_LEN];
		int64_t head = row / p[Q_LEN] / (p[HEADS] / p[KV_HEADS]);
		struct view v = { io,
				  HEAD_DIM,
				  row * HEAD_DIM,
				  p[KV_LEN] - p[Q_LEN] + i + 1,
				  key_of,
				  { head * p[KV_LEN] * HEAD_DIM } };

		reference_row(&v, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "attention of a chunk of a prompt, bf16",
	.n_params = 4,
	.params = { [HEADS] = { "heads", 6, 8, 32, "heads of queries", 32 },
		    [KV_HEADS] = { "kv_heads", 2, 2, 8, "heads of keys and values", 8 },
		    [Q_LEN] = { "q_len", 77, 128, 512, "queries of a head: the chunk",
				256 },
		    [KV_LEN] = { "kv_len", 333, 4096, 131072,
				 "keys of a head, the chunk's own included", 32768 } },
	.problem = problem,
	.reference = reference,
};
