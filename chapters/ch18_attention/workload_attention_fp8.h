/* SPDX-License-Identifier: MIT
 *
 * Attention, forward, fp8: o = softmax(q k^T / sqrt(128)) v for each head.  Numbers of
 * q, k and v are e4m3 times a scale, a power of two (E8M0) for each 128 rows of a head.
 * Weights may be rounded to e4m3 before they meet the values, as numbers from 0 to 2^8
 * of which the row's largest is 2^8; sums are those of fp32, but may keep 14 bits
 * within 128 keys, as tensor cores do; o is bf16.
 */
#include <aisp/draw.h>
#include <aisp/formats.h>
#include <aisp/workload.h>

#define HEAD_DIM   128
#define SCALE_ROWS 128 /* that share a scale */

enum { HEADS, SEQ, CAUSAL };

enum { IN_Q, IN_K, IN_V, IN_Q_SCALE, IN_K_SCALE, IN_V_SCALE };

/* Scales of a head. */
static inline int64_t scales_of(int64_t seq)
{
	return (seq + SCALE_ROWS - 1) / SCALE_ROWS;
}

#include "attention_fp8_reference.h"

static void add_tensors(const int64_t *p, struct aisp_problem *pr)
{
	struct aisp_spec x = { "q", AISP_F8E4M3, 3, { p[HEADS], p[SEQ], HEAD_DIM } };
	struct aisp_spec scale = {
		"q_scale", AISP_E8M0, 2, { p[HEADS], scales_of(p[SEQ]) }
	};

	aisp_add_in(pr, x);
	x.name = "k";
	aisp_add_in(pr, x);
	x.name = "v";
	aisp_add_in(pr, x);
	aisp_add_in(pr, scale);
	scale.name = "k_scale";
	aisp_add_in(pr, scale);
	scale.name = "v_scale";
	aisp_add_in(pr, scale);
	x.name = "o";
	x.dtype = AISP_BF16;
	aisp_add_out(pr, x);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double heads = (double)p[HEADS], seq = (double)p[SEQ];
	double pairs = p[CAUSAL] ? seq * (seq + 1) / 2 : seq * seq;

	add_tensors(p, pr);
	pr->flops = 4 * heads * pairs * HEAD_DIM;
	pr->bytes = heads * (5 * seq * HEAD_DIM + 3 * (double)scales_of(p[SEQ]));
	pr->compute = AISP_F8E4M3;
	/* q, k and v in bf16. */
	pr->workspace_bytes = (size_t)(6 * p[HEADS] * p[SEQ] * HEAD_DIM);
	pr->workspace_bytes += (size_t)(p[HEADS] * SCALE_ROWS * HEAD_DIM);
	pr->error_c = AISP_BF16_ONCE;
	if (p[CAUSAL] < 0 || p[CAUSAL] > 1)
		pr->invalid = "causal is 0 or 1";
}

/*
 * Scales of q and k are 1 or 2, so that few keys outweigh the others of a row, as in a
 * trained model; those of v 1/2, 1 or 2.
 */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t n = aisp_elems(&io->in[IN_Q_SCALE]);

	for (int in = IN_Q_SCALE; in <= IN_V_SCALE; in++) {
		uint8_t *code = (uint8_t *)io->in[in].data;
		unsigned least = in == IN_V_SCALE ? 126 : 127;
		uint64_t kinds = in == IN_V_SCALE ? 3 : 2;

		for (int64_t i = 0; i < n; i++)
			code[i] = (uint8_t)(least + aisp_draw(bits + (uint64_t)in,
							      (uint64_t)i) %
							    kinds);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "attention forward, fp8 (e4m3)",
	.n_params = 3,
	.params = { [HEADS] = { "heads", 3, 4, 16, "heads, each by itself", 32 },
		    [SEQ] = { "seq", 333, 1024, 16384, "queries and keys of a head",
			      8192 },
		    [CAUSAL] = { "causal", 1, 0, 0,
				 "1: query i sees keys 0 to i; 0: all" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
