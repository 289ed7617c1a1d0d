/* SPDX-License-Identifier: MIT
 *
 * gemv_few.h - y = W x with weights in floating point of few bits that share scales,
 * without its sizes.  The including file first defines FEW_CODE and FEW_SCALE, their
 * types, and FEW_BLOCK, how many weights share a scale.
 *
 * Each weight is used once, so memory binds, by the bits that it has.  Its product with
 * its scale is exact in bf16; the same weights in bf16 are an input too.
 */
#ifndef GEMV_FEW_H
#define GEMV_FEW_H

#include <aisp/gemv_reference.h>

#include "few_bits.h"

enum { ROWS, COLS };

enum { IN_W, IN_WQ, IN_WS, IN_X };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[ROWS], k = p[COLS], blocks = k / FEW_BLOCK;

	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "wq", FEW_CODE, 2, { m, k }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){
				"ws", FEW_SCALE, 2, { m, blocks }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 1, { k } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { m } });
	pr->flops = 2.0 * (double)m * (double)k;
	pr->bytes = (double)m * (double)(aisp_type_bytes(FEW_CODE, k) +
					 aisp_type_bytes(FEW_SCALE, blocks)) +
		    2.0 * (double)k + 4.0 * (double)m;
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->error_c = aisp_error_sum(k);
	if (k % 32)
		pr->invalid = "cols is a multiple of 32";
}

/* w follows from the rest. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t n = aisp_elems(&io->in[IN_WS]);
	uint8_t *ws = (uint8_t *)io->in[IN_WS].data;
	float value[256], scale[256];

	(void)bits;
	few_values(FEW_CODE, value);
	few_values(FEW_SCALE, scale);
	for (int64_t b = aisp_part_begin(n, part, n_parts);
	     b < aisp_part_begin(n, part + 1, n_parts); b++) {
		ws[b] = (uint8_t)usable_scale(ws[b]);
		dequantise_block(&io->in[IN_W], &io->in[IN_WQ], b, value, scale[ws[b]]);
	}
}

/* A product may underflow before the scale, which then enlarges the error. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	aisp_gemv_reference(&io->in[IN_W], &io->in[IN_X], 1024, first, n, ref, mag);
}

#endif
