/* SPDX-License-Identifier: MIT
 *
 * The 8-bit product with the instruction made for it: VPDPBUSD adds 4 products of
 * bytes to each of 16 integers, 64 weights at once.  Its first factor is unsigned, so
 * weights are taken as w + 128, and 128 times the sums of x are subtracted
 * beforehand.  Four rows share the loads of x, and are four streams from memory.
 * Machines without it take AVX2's 16-bit products, or plain C; chosen at run time.
 * FLAGS: -O3
 */
#include "workload_gemv.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#define STREAMS 4
#define AHEAD   1024 /* bytes: past the end of a page, where hardware stops fetching */

struct operands {
	const int8_t *wq, *xq;
	const float *ws, *xs;
	int64_t k, n_groups;
};

/* n rows from i on, n at most STREAMS. */
typedef void rows_function(const struct operands *o, int64_t i, int n, float *y);

static float group(const struct operands *o, int64_t i, int64_t g)
{
	int64_t n = o->k - g * GROUP < GROUP ? o->k - g * GROUP : GROUP;
	const int8_t *w = o->wq + i * o->k + g * GROUP, *x = o->xq + g * GROUP;
	int32_t sum = 0;

	for (int64_t c = 0; c < n; c++)
		sum += w[c] * x[c];
	return o->ws[i * o->n_groups + g] * o->xs[g] * (float)sum;
}

static void rows_portable(const struct operands *o, int64_t i, int n, float *y)
{
	for (int r = 0; r < n; r++) {
		y[i + r] = 0;
		for (int64_t g = 0; g < o->n_groups; g++)
			y[i + r] += group(o, i + r, g);
	}
}

#ifdef __x86_64__
#define INLINE static inline __attribute__((always_inline))
#define AVX2   __attribute__((target("avx2,fma")))
#define VNNI   __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

/* Products of 64 bytes as sums of 8 integers. */
AVX2 INLINE __m256i products_avx2(const int8_t *w, const __m256i *x)
{
	__m256i sum = _mm256_setzero_si256();

#pragma GCC unroll 4
	for (int q = 0; q < 4; q++) {
		__m128i b = _mm_loadu_si128((const __m128i *)(w + 16 * q));

		sum = _mm256_add_epi32(
			sum, _mm256_madd_epi16(_mm256_cvtepi8_epi16(b), x[q]));
	}
	return sum;
}

AVX2 INLINE float total_avx2(__m256 v)
{
	__m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));

	s = _mm_add_ps(s, _mm_movehl_ps(s, s));
	return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

AVX2 static void rows_avx2(const struct operands *o, int64_t i, int n, float *y)
{
	const int8_t *w = o->wq + i * o->k;
	__m256 sum[STREAMS] = { 0 };
	int64_t g = 0;

	for (; (g + 1) * GROUP <= o->k; g++, w += GROUP) {
		__m256i x[4];

		for (int q = 0; q < 4; q++)
			x[q] = _mm256_cvtepi8_epi16(_mm_loadu_si128(
				(const __m128i *)(o->xq + g * GROUP + 16 * q)));
		for (int r = 0; r < n; r++) {
			float s = o->ws[(i + r) * o->n_groups + g] * o->xs[g];

			__builtin_prefetch(w + r * o->k + AHEAD);
			sum[r] = _mm256_fmadd_ps(
				_mm256_cvtepi32_ps(products_avx2(w + r * o->k, x)),
				_mm256_set1_ps(s), sum[r]);
		}
	}
	for (int r = 0; r < n; r++)
		y[i + r] =
			total_avx2(sum[r]) + (g < o->n_groups ? group(o, i + r, g) : 0);
}

/* Group g of rows rows, of whose bytes mask tells which there are. */
VNNI INLINE void group_vnni(const struct operands *o, int64_t i, int rows, int64_t g,
			    __mmask64 mask, __m512 *sum)
{
	const __m512i top = _mm512_set1_epi8(-128), zero = _mm512_setzero_si512();
	const int8_t *w = o->wq + i * o->k + g * GROUP;
	__m512i x = _mm512_maskz_loadu_epi8(mask, o->xq + g * GROUP);
	__m512i start = _mm512_sub_epi32(zero, _mm512_dpbusd_epi32(zero, top, x));

#pragma GCC unroll 4
	for (int r = 0; r < rows; r++) {
		__m512i b = _mm512_maskz_loadu_epi8(mask, w + r * o->k);
		float s = o->ws[(i + r) * o->n_groups + g] * o->xs[g];

		__builtin_prefetch(w + r * o->k + AHEAD);
		b = _mm512_dpbusd_epi32(start, _mm512_xor_si512(b, top), x);
		sum[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(b), _mm512_set1_ps(s),
					 sum[r]);
	}
}

VNNI INLINE void block_vnni(const struct operands *o, int64_t i, int rows, float *y)
{
	__m512 sum[STREAMS] = { 0 };
	int64_t g = 0;

	for (; (g + 1) * GROUP <= o->k; g++)
		group_vnni(o, i, rows, g, ~0ull, sum);
	if (g < o->n_groups)
		group_vnni(o, i, rows, g, ~0ull >> ((g + 1) * GROUP - o->k), sum);
	for (int r = 0; r < rows; r++)
		y[i + r] = _mm512_reduce_add_ps(sum[r]);
}

VNNI static void rows_vnni(const struct operands *o, int64_t i, int n, float *y)
{
	if (n == STREAMS)
		block_vnni(o, i, STREAMS, y);
	else
		for (int r = 0; r < n; r++)
			block_vnni(o, i + r, 1, y);
}
#endif

static rows_function *best_rows(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw"))
		return rows_vnni;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return rows_avx2;
#endif
	return rows_portable;
}

static int run(const struct aisp_io *io, void *state)
{
	struct operands o = { .wq = in_i8(io, IN_WQ),
			      .xq = in_i8(io, IN_XQ),
			      .ws = aisp_in_f32(io, IN_WS),
			      .xs = aisp_in_f32(io, IN_XS),
			      .k = io->param[COLS],
			      .n_groups = n_groups(io->param) };
	rows_function *rows = best_rows();
	int64_t m = io->param[ROWS];

	(void)state;
	for (int64_t i = 0; i < m; i += STREAMS)
		rows(&o, i, m - i < STREAMS ? (int)(m - i) : STREAMS,
		     aisp_out_f32(io, 0));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "VPDPBUSD on 64 weights, four rows at a time",
	.run = run,
};
