/* SPDX-License-Identifier: MIT
 *
 * Eight rows side by side, as `packed` has them: a load brings four weights of each,
 * which one instruction multiplies by the same four numbers of x and adds to eight
 * sums, one for each row.  VPDPBUSD where there is AVX512-VNNI, two more instructions
 * on AVX2, plain C elsewhere; chosen at run time.
 * FLAGS: -O3
 */
#include "workload_block_formats.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "group_sums.h"

struct operands {
	const int8_t *xq;
	const float *xs, *sums;
	int64_t format, n; /* n: columns */
};

typedef void rows_function(const struct operands *o, const uint8_t *w, float *y);

#ifdef __x86_64__
#define TARGET         __attribute__((target("avx2,fma,f16c,avx512vl,avx512vnni")))
#define NAME(x)        x##_vnni
#define DOT(sum, u, s) _mm256_dpbusd_epi32(sum, u, s)
#include "packed_rows.h"
#define TARGET  __attribute__((target("avx2,fma,f16c")))
#define NAME(x) x##_avx2
/* Pairs fit 16 bits: 2 x 127 x 127, as no byte is -128. */
#define DOT(sum, u, s)                                                                 \
	_mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(u, s),            \
						_mm256_set1_epi16(1)))
#include "packed_rows.h"
#endif

/* Weight i of group j of row r of a packed block. */
static int packed_weight(int64_t f, const uint8_t *w, int r, int j, int i)
{
	struct format is = format_of(f);
	int body = 2 * is.halves + is.scales, byte = i, shift = 0;
	uint8_t q;

	if (f == Q4_1) {
		byte = i % 16;
		shift = i / 16 * 4;
	} else if (f == Q4_K) {
		byte = j / 2 * 32 + i;
		shift = j % 2 * 4;
	}
	q = w[body * TOGETHER + 4 * (byte / 4 * TOGETHER + r) + byte % 4];
	return f == Q8_0 ? (int8_t)q : q >> shift & 15;
}

/* The row's part of a block. */
static float block_portable(const struct operands *o, const uint8_t *w, int r,
			    int64_t at)
{
	struct format is = format_of(o->format);
	const uint8_t(*halves)[TOGETHER][2] = (const uint8_t(*)[TOGETHER][2])w;
	const uint8_t *scales = halves[2][0] + r;
	float d = half_at(halves[0][r]), total = 0;
	float m = is.halves == 2 ? half_at(halves[1][r]) : 0;

	for (int j = 0; j < is.weights / GROUP; j++, at += GROUP) {
		int sum = 0, is_k = o->format == Q4_K;
		float scale = is_k ? (float)scale_of(scales, j, TOGETHER) : 1;
		float least = is_k ? -(float)least_of(scales, j, TOGETHER) : 1;

		for (int i = 0; i < GROUP; i++)
			sum += packed_weight(o->format, w, r, j, i) * o->xq[at + i];
		total += d * scale * o->xs[at / GROUP] * (float)sum +
			 m * least * o->sums[at / GROUP];
	}
	return total;
}

static void rows_portable(const struct operands *o, const uint8_t *w, float *y)
{
	struct format is = format_of(o->format);

	for (int r = 0; r < TOGETHER; r++) {
		y[r] = 0;
		for (int64_t b = 0; b < o->n / is.weights; b++)
			y[r] += block_portable(o, w + b * TOGETHER * is.bytes, r,
					       b * is.weights);
	}
}

static rows_function *best_rows(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl"))
		return rows_vnni;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return rows_avx2;
#endif
	return rows_portable;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	const uint8_t *w = io->in[IN_PACKED].data;
	struct operands o = { io->in[IN_XQ].data, aisp_in_f32(io, IN_XS), io->workspace,
			      p[FORMAT], cols_of(p) };
	rows_function *rows = best_rows();
	float y[TOGETHER];

	(void)state;
	sum_groups(io, io->workspace);
	for (int64_t i = 0; i < p[ROWS]; i += TOGETHER, w += TOGETHER * row_bytes(p)) {
		int64_t n = p[ROWS] - i < TOGETHER ? p[ROWS] - i : TOGETHER;

		rows(&o, w, y);
		memcpy(aisp_out_f32(io, 0) + i, y, (size_t)n * sizeof(*y));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "eight packed rows at once",
	.run = run,
};
