/* SPDX-License-Identifier: MIT
 *
 * row_accumulators.h - a warp per row.  Shared by both variants, which differ in
 * lane_dot(), the part of a dot product that one lane adds up.
 */
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void dots(float *restrict out, const float *restrict x,
			    const float *restrict q, int64_t rows, int64_t queries,
			    int64_t cols)
{
	int64_t row = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / 32;
	int lane = threadIdx.x % 32;

	if (row >= rows)
		return;
	for (int64_t k = 0; k < queries; k++) {
		float sum = lane_dot(x + row * cols, q + k * cols, cols, lane);

		for (int half = 16; half > 0; half /= 2)
			sum += __shfl_xor_sync(~0u, sum, half);
		if (lane == 0)
			out[row * queries + k] = sum;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	dots<<<aisp_ceil_div(rows * 32, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), rows,
		io->param[QUERIES], io->param[COLS]);
	return aisp_launched();
}
