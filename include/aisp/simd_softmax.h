/* SPDX-License-Identifier: MIT
 *
 * simd_softmax.h - softmax along rows in fp32, in one pass on the machine's widest
 * vectors, chosen when it runs: maxima and sums in several of them, so that none waits
 * for the last one, and the power as a polynomial (aisp/exp2.h) instead of a call.
 * Rows and columns are the first two parameters.
 */
#ifndef AISP_SIMD_SOFTMAX_H
#define AISP_SIMD_SOFTMAX_H

#include <aisp/exp2.h>
#include <aisp/variant.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define LOG2E 0x1.715476p+0f

#define AISP_KERNEL <aisp/simd_softmax_row.h>
#include <aisp/each_level.h>

static int simd_softmax_run(const struct aisp_io *io, void *state)
{
	void (*row)(const float *x, int64_t n, float *y) = AISP_BEST(softmax_row);
	int64_t rows = io->param[0], cols = io->param[1];

	(void)state;
	for (int64_t i = 0; i < rows; i++)
		row(aisp_in_f32(io, 0) + i * cols, cols,
		    aisp_out_f32(io, 0) + i * cols);
	return 0;
}

#endif
