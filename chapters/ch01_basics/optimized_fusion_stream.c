/* SPDX-License-Identifier: MIT
 *
 * One pass whose stores bypass the caches: an ordinary store first reads the
 * line that it is about to overwrite, a third more traffic here.
 * AFTER: fusion
 */
#include "workload_fusion.h"

#ifdef __SSE2__
#include <emmintrin.h>

static inline __m128 chain4(const float *x, const float *scale, const float *shift,
			    const float *residual)
{
	__m128 t = _mm_loadu_ps(x) * _mm_loadu_ps(scale) + _mm_loadu_ps(shift);
	__m128 gate = _mm_max_ps(t + _mm_set1_ps(3), _mm_setzero_ps());

	gate = _mm_min_ps(gate, _mm_set1_ps(6));
	return t * gate * _mm_set1_ps(1 / 6.0f) + _mm_loadu_ps(residual);
}
#endif

static void row(const float *x, const float *scale, const float *shift,
		const float *residual, float *y, int64_t cols)
{
	int64_t j = 0;

#ifdef __SSE2__
	for (; j < cols && (uintptr_t)(y + j) % 16; j++)
		y[j] = hardswish(x[j] * scale[j] + shift[j]) + residual[j];
	for (; j + 4 <= cols; j += 4)
		_mm_stream_ps(y + j, chain4(x + j, scale + j, shift + j, residual + j));
	_mm_sfence(); /* streaming stores are not ordered with what follows */
#endif
	for (; j < cols; j++)
		y[j] = hardswish(x[j] * scale[j] + shift[j]) + residual[j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS];

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		row(aisp_in_f32(io, 0) + i * cols, aisp_in_f32(io, 1),
		    aisp_in_f32(io, 2), aisp_in_f32(io, 3) + i * cols,
		    aisp_out_f32(io, 0) + i * cols, cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, streaming stores",
	.run = run,
};
