/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_product.h - a product whose sums stay in registers, of matrices that
 * lie any way: five of them make a tile of the backward pass.
 */
#ifndef ATTENTION_BWD_PRODUCT_H
#define ATTENTION_BWD_PRODUCT_H

#include <stdint.h>

#define SIDE  64
#define LANES 32 /* columns of a product that stay in registers, of ROWS rows */
#define ROWS  4

/*
 * to[r][c] (+)= sum over t of a_rt b_tc, a_rt at a[r * row + t * term], for SIDE rows
 * r. Sums stay in registers.
 */
static inline __attribute__((always_inline)) void
product(float *restrict to, int64_t to_row, const float *restrict a, int64_t row,
	int64_t term, const float *restrict b, int64_t b_row, int64_t n_columns,
	int64_t n_terms, int is_added)
{
	for (int64_t r = 0; r < SIDE; r += ROWS)
		for (int64_t c = 0; c < n_columns; c += LANES) {
			float sum[ROWS][LANES];

			for (int k = 0; k < ROWS; k++)
				for (int l = 0; l < LANES; l++)
					sum[k][l] =
						is_added ? to[(r + k) * to_row + c + l]
							 : 0;
			for (int64_t t = 0; t < n_terms; t++)
				for (int k = 0; k < ROWS; k++)
					for (int l = 0; l < LANES; l++)
						sum[k][l] +=
							a[(r + k) * row + t * term] *
							b[t * b_row + c + l];
			for (int k = 0; k < ROWS; k++)
				for (int l = 0; l < LANES; l++)
					to[(r + k) * to_row + c + l] = sum[k][l];
		}
}

#endif
