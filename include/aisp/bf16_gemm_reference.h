/* SPDX-License-Identifier: MIT
 *
 * bf16_gemm_reference.h - C = A B^T in bf16, sums in fp32: its reference, for inputs 0
 * and 1, A of rows of k and B of n rows of k, k a multiple of 8, and an error_c of
 * AISP_BF16_ONCE.
 */
#ifndef AISP_BF16_GEMM_REFERENCE_H
#define AISP_BF16_GEMM_REFERENCE_H

#include <aisp/bf16.h>
#include <aisp/bf16_product.h>
#include <stdlib.h>

/* Any elements of C: mag is in units of AISP_BF16_ONCE times the unit roundoff, 2^-8.
 */
static inline void aisp_bf16_gemm_reference(const struct aisp_io *io, int o,
					    int64_t first, int64_t n_elems, double *ref,
					    double *mag)
{
	const uint16_t *a = (const uint16_t *)io->in[0].data;
	const uint16_t *b = (const uint16_t *)io->in[1].data;
	int64_t n = io->in[1].shape[0], k = io->in[1].shape[1];
	float *row = (float *)malloc((size_t)k * sizeof(*row));

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		int64_t i = (first + e) / n, j = (first + e) % n;

		ref[e] = mag[e] = NAN; /* without memory nothing passes */
		if (!row)
			continue;
		if (e == 0 || j == 0)
			widen(a + i * k, k, row);
		ref[e] = product_of(row, b + j * k, k, &mag[e]);
		mag[e] = fabs(ref[e]) + accumulated(k, mag[e]) / AISP_BF16_ONCE * 0x1p8;
	}
	free(row);
}

#endif
