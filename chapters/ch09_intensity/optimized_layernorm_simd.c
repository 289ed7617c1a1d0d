/* SPDX-License-Identifier: MIT
 *
 * The fused pass on the machine's widest vectors, chosen when it is loaded.  Sums run
 * in 64 lanes: an addition waits for the last one of its own lane only, so the loads
 * of a row, not the chain of its additions, set the pace.
 * FLAGS: -O3
 * AFTER: layernorm_fused
 */
#include "workload_layernorm.h"

#include <aisp/clones.h>

#define LANES 64

AISP_CLONES static float sum_of(const float *x, int64_t n)
{
	float lane[LANES] = { 0 }, sum = 0;
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int l = 0; l < LANES; l++)
			lane[l] += x[j + l];
	for (; j < n; j++)
		sum += x[j];
	for (int l = 0; l < LANES; l++)
		sum += lane[l];
	return sum;
}

AISP_CLONES static float sum_squares(const float *x, int64_t n, float mean)
{
	float lane[LANES] = { 0 }, sum = 0;
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int l = 0; l < LANES; l++)
			lane[l] += (x[j + l] - mean) * (x[j + l] - mean);
	for (; j < n; j++)
		sum += (x[j] - mean) * (x[j] - mean);
	for (int l = 0; l < LANES; l++)
		sum += lane[l];
	return sum;
}

AISP_CLONES static void normalise(const float *x, const float *restrict g,
				  const float *restrict b, int64_t n, float mean,
				  float scale, float *restrict y)
{
	for (int64_t j = 0; j < n; j++)
		y[j] = (x[j] - mean) * scale * g[j] + b[j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[LAYER_COLS];

	(void)state;
	for (int64_t i = 0; i < io->param[LAYER_ROWS]; i++) {
		const float *x = aisp_in_f32(io, 0) + i * cols;
		float mean = sum_of(x, cols) / (float)cols;
		float variance = sum_squares(x, cols, mean) / (float)cols;

		normalise(x, aisp_in_f32(io, 1), aisp_in_f32(io, 2), cols, mean,
			  1 / sqrtf(variance + LAYER_EPS),
			  aisp_out_f32(io, 0) + i * cols);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, 64 sums, vectors of the machine's width",
	.run = run,
};
