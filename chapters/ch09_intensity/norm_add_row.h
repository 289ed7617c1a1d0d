/* SPDX-License-Identifier: MIT
 *
 * norm_add_row.h - a row of norm_add in the registers of a block.
 */
#ifndef NORM_ADD_ROW_H
#define NORM_ADD_ROW_H

#include "bf16_row.h"

template <int WIDTH>
static __device__ void norm_add_row(uint16_t *r16, uint16_t *y, const uint16_t *x,
				    const uint16_t *residual, const uint16_t *gain,
				    int cols)
{
	row r = load_row<WIDTH>(x, cols, 0), other = load_row<WIDTH>(residual, cols, 0);
	float s = 0;

#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++) {
		r.word[k] = add2(r.word[k], other.word[k]);
		s += low(r.word[k]) * low(r.word[k]) +
		     high(r.word[k]) * high(r.word[k]);
	}
	store_row<WIDTH>(r16, r, cols);
	other = load_row<WIDTH>(gain, cols, 0);
	s = rsqrtf(block_reduce<plus>(s) / (float)cols + RMS_EPS);
#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		r.word[k] = pack(low(r.word[k]) * s * low(other.word[k]),
				 high(r.word[k]) * s * high(other.word[k]));
	store_row<WIDTH>(y, r, cols);
}

#endif
