/* SPDX-License-Identifier: MIT
 *
 * Each row of weights becomes fp32 numbers, in a cache, and then meets x in fp32.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_block_formats.h"

#include <aisp/clones.h>

/* Group j of a block. */
static inline void widen_group(float *restrict to, int64_t f, const uint8_t *block,
			       int j)
{
	struct group g = group_of(f, block, j);

	for (int half = 0; half < 2; half++) {
		struct group h = half_group(g, f, half);

		for (int i = 0; i < GROUP / 2; i++)
			to[GROUP / 2 * half + i] =
				g.scale * (float)weight_of(&h, i) + g.least;
	}
}

static inline void widen(float *to, int64_t f, const uint8_t *w, int64_t n)
{
	struct format is = format_of(f);

	for (int64_t at = 0; at < n; at += is.weights, w += is.bytes)
		for (int j = 0; j < is.weights / GROUP; j++)
			widen_group(to + at + (int64_t)j * GROUP, f, w, j);
}

/* A constant format makes a loop without choices for each. */
AISP_CLONES static void widen_row(float *to, int64_t f, const uint8_t *w, int64_t n)
{
	if (f == Q8_0)
		widen(to, Q8_0, w, n);
	else if (f == Q4_1)
		widen(to, Q4_1, w, n);
	else
		widen(to, Q4_K, w, n);
}

AISP_CLONES static float dot(const float *restrict w, const float *restrict x,
			     int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t i = 0; i < n; i++)
		sum += w[i] * x[i];
	return sum;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	const int8_t *xq = io->in[IN_XQ].data;
	int64_t n = cols_of(p);
	float *x = io->workspace, *row = x + n;

	(void)state;
	for (int64_t i = 0; i < n; i++)
		x[i] = (float)xq[i] * aisp_in_f32(io, IN_XS)[i / GROUP];
	for (int64_t i = 0; i < p[ROWS]; i++) {
		const uint8_t *w = io->in[IN_W].data;

		widen_row(row, p[FORMAT], w + i * row_bytes(p), n);
		aisp_out_f32(io, 0)[i] = dot(row, x, n);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a row is widened to fp32, then multiplied by x",
	.run = run,
};
