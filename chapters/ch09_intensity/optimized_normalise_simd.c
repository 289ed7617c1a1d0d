/* SPDX-License-Identifier: MIT
 *
 * The fused pass on the machine's widest vectors, chosen when it is loaded.  The
 * sum runs in four of them: an addition waits for the last one of its own sum
 * only, so the loads of a row, not the chain of its additions, set the pace.
 * FLAGS: -O3
 */
#include "workload_normalise.h"

#define WIDTH 16 /* floats; the compiler cuts them into the vectors that there are */
#define SUMS  4

#if defined(__x86_64__)
#define FOR_EACH_CPU __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_EACH_CPU
#endif

typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias, aligned(4)));

FOR_EACH_CPU static float sum_squares(const float *x, int64_t n)
{
	vec sum[SUMS] = { 0 };
	float total = 0;
	int64_t j = 0;

	for (; j + SUMS * WIDTH <= n; j += SUMS * WIDTH)
		for (int s = 0; s < SUMS; s++) {
			vec v = *(const vec *)(x + j + s * WIDTH);

			sum[s] += v * v;
		}
	for (; j < n; j++)
		total += x[j] * x[j];
	for (int s = 0; s < SUMS; s++)
		for (int i = 0; i < WIDTH; i++)
			total += sum[s][i];
	return total;
}

FOR_EACH_CPU static void scale_row(const float *x, const float *restrict g, int64_t n,
				   float scale, float *restrict y)
{
	for (int64_t j = 0; j < n; j++)
		y[j] = x[j] * scale * g[j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[NORM_ROWS], cols = io->param[NORM_COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++) {
		const float *x = aisp_in_f32(io, 0) + i * cols;
		float scale = 1 / sqrtf(sum_squares(x, cols) / (float)cols + NORM_EPS);

		scale_row(x, aisp_in_f32(io, 1), cols, scale,
			  aisp_out_f32(io, 0) + i * cols);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, four sums, vectors of the machine's width",
	.run = run,
};
