/* SPDX-License-Identifier: MIT
 *
 * gemm_few.h - C = A B^T of numbers of few bits that share scales (few_bits.h), C in
 * bf16; A and B in bf16 are inputs too.
 *
 * Scales lie as Blackwell's tensor memory and cuBLASLt want them: those of 128 rows by
 * four groups are 512 bytes, row i at byte i % 32 * 16 + i / 32 * 4.  They have no
 * sign.
 */
#ifndef GEMM_FEW_H
#define GEMM_FEW_H

#include <aisp/bf16_gemm_reference.h>

#include "few_bits.h"

#define SCALE_ROWS  128
#define SCALE_SPAN  4 /* groups of a row that lie together */
#define SCALE_BYTES (SCALE_ROWS * SCALE_SPAN)
#define STEP        (FEW_CODE == AISP_F4E2M1 ? 256 : 128) /* of k: 128 bytes */

enum { M, N, K };

enum { IN_A, IN_B, IN_AQ, IN_BQ, IN_AS, IN_BS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K], spans = k / FEW_BLOCK / SCALE_SPAN;
	int64_t a_blocks = (m + SCALE_ROWS - 1) / SCALE_ROWS;
	int64_t b_blocks = (n + SCALE_ROWS - 1) / SCALE_ROWS;
	const struct aisp_spec in[] = {
		{ "a", AISP_BF16, 2, { m, k } },
		{ "b", AISP_BF16, 2, { n, k } },
		{ "aq", FEW_CODE, 2, { m, k }, AISP_FILL_BYTES },
		{ "bq", FEW_CODE, 2, { n, k }, AISP_FILL_BYTES },
		{ "as",
		  FEW_SCALE,
		  3,
		  { a_blocks, spans, SCALE_BYTES },
		  AISP_FILL_BYTES },
		{ "bs",
		  FEW_SCALE,
		  3,
		  { b_blocks, spans, SCALE_BYTES },
		  AISP_FILL_BYTES },
	};

	if (n % 8 || k % STEP) {
		pr->invalid = FEW_CODE == AISP_F4E2M1
				      ? "n must be a multiple of 8, and k of 256"
				      : "n must be a multiple of 8, and k of 128";
		return;
	}
	for (int i = IN_A; i <= IN_BS; i++)
		aisp_add_in(pr, in[i]);
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_BF16, 2, { m, n } });
	pr->out[0].by_element = 1;
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)aisp_type_bytes(FEW_CODE, (m + n) * k) +
		    (double)((m + n) * (k / FEW_BLOCK) + 2 * m * n);
	pr->compute = FEW_CODE;
	pr->workspace_bytes = (size_t)64 << 20; /* for the library */
	pr->error_c = AISP_BF16_ONCE;
}

/* Where the scale of a row's group lies; `groups` are a row's. */
static inline int64_t scale_place(int64_t row, int64_t group, int64_t groups)
{
	int64_t block = row / SCALE_ROWS * (groups / SCALE_SPAN) + group / SCALE_SPAN;

	return block * SCALE_BYTES + row % 32 * 16 + row % SCALE_ROWS / 32 * 4 +
	       group % SCALE_SPAN;
}

/* Of a block of numbers; those of 4 bits all are. */
static inline void become_numbers(uint8_t *code)
{
	for (int i = 0; FEW_CODE == AISP_F8E4M3 && i < FEW_BLOCK; i++)
		if ((code[i] & 0x7f) == 0x7f)
			code[i] ^= 0x40;
}

/* Prepares a part of the blocks of A or of B. */
static void prepare_matrix(const struct aisp_io *io, int which, int64_t part,
			   int64_t n_parts)
{
	const struct aisp_tensor *w = &io->in[IN_A + which],
				 *wq = &io->in[IN_AQ + which];
	int64_t groups = w->shape[1] / FEW_BLOCK, n = w->shape[0] * groups;
	float value[256], scale[256];

	few_values(FEW_CODE, value);
	few_values(FEW_SCALE, scale);
	for (int64_t b = aisp_part_begin(n, part, n_parts);
	     b < aisp_part_begin(n, part + 1, n_parts); b++) {
		uint8_t *s = (uint8_t *)io->in[IN_AS + which].data +
			     scale_place(b / groups, b % groups, groups);

		*s = (uint8_t)usable_scale(*s & 0x7f);
		become_numbers((uint8_t *)wq->data +
			       b * (int64_t)aisp_type_bytes(FEW_CODE, FEW_BLOCK));
		dequantise_block(w, wq, b, value, scale[*s]);
	}
}

/* a and b follow from the rest. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	(void)bits;
	prepare_matrix(io, 0, part, n_parts);
	prepare_matrix(io, 1, part, n_parts);
}

#define GEMM_FEW_PARAMS                                                                \
	{                                                                              \
		[M] = { "m", 187, 256, 2048, "rows of A and C", 8192 },                \
		[N] = { "n", 328, 256, 2048, "rows of B, columns of C", 8192 },        \
		[K] = { "k", 512, 512, 2048, "columns of A and B", 8192 },             \
	}

#endif
