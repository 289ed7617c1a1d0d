/* SPDX-License-Identifier: MIT
 *
 * Sixteen elements at a time: the comparison makes a mask, and AVX-512's
 * compress moves what it keeps to the front of a register.
 */
#include "workload_predication.h"

#include <errno.h>

#ifdef __x86_64__
#include <immintrin.h>

/*
 * Stores whole registers, 16 elements from kept + n on: n <= j keeps them inside
 * the row.  Compressing into memory is slower than into a register on some cores.
 */
__attribute__((target("avx512f,popcnt"))) static int64_t
select_row(const float *x, int64_t cols, float *kept)
{
	const __m512 threshold = _mm512_set1_ps(THRESHOLD);
	int64_t n = 0, j = 0;

	for (; j + 16 <= cols; j += 16) {
		__m512 v = _mm512_loadu_ps(x + j);
		__mmask16 keep = _mm512_cmp_ps_mask(v, threshold, _CMP_GT_OQ);

		_mm512_storeu_ps(kept + n, _mm512_maskz_compress_ps(keep, v));
		n += __builtin_popcount(keep);
	}
	for (; j < cols; j++) {
		kept[n] = x[j];
		n += x[j] > THRESHOLD;
	}
	return n;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return __builtin_cpu_supports("avx512f") ? 0 : -ENOTSUP;
}
#else
static int64_t select_row(const float *x, int64_t cols, float *kept)
{
	(void)x, (void)cols, (void)kept;
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return -ENOTSUP;
}
#endif

#include "rows_predication.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "AVX-512 compress, 16 elements at a time",
	.setup = setup,
	.run = run,
	.needs = "AVX-512F",
};
