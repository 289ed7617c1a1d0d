/* SPDX-License-Identifier: MIT
 *
 * The row stays in registers through all sums: read once, 16 bytes at a time.  The
 * scales and shifts of the columns come from L2, last: earlier they would only take
 * registers from other blocks.
 */
#include "workload_layernorm_bf16.h"

#include "bf16_row.h"

/* Sum of the squared distances from the mean; what lies behind the end has none. */
template <int WIDTH>
static __device__ float squares_of(const row &r, float mean, int cols)
{
	float s = 0;

#pragma unroll
	for (int k = 0; k < PER_THREAD; k++) {
		float x = k % 2 ? high(r.word[k / 2]) : low(r.word[k / 2]);

		if (piece_at<WIDTH>(k / WIDTH) < cols)
			s += (x - mean) * (x - mean);
	}
	return s;
}

template <int WIDTH>
static __global__ void __launch_bounds__(MOST_THREADS)
	normalise(uint16_t *restrict y, const uint16_t *restrict x,
		  const uint16_t *restrict g, const uint16_t *restrict b, int cols)
{
	int64_t first = (int64_t)blockIdx.x * cols;
	row r = load_row<WIDTH>(x + first, cols, 0), scale, shift;
	float mean = 0, s;

#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		mean += low(r.word[k]) + high(r.word[k]);
	mean = block_reduce<plus>(mean) / (float)cols;
	s = squares_of<WIDTH>(r, mean, cols);
	s = rsqrtf(block_reduce<plus, 1>(s) / (float)cols + LAYER_EPS);
	scale = load_row<WIDTH>(g, cols, 0);
	shift = load_row<WIDTH>(b, cols, 0);
#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		r.word[k] = pack((low(r.word[k]) - mean) * s * low(scale.word[k]) +
					 low(shift.word[k]),
				 (high(r.word[k]) - mean) * s * high(scale.word[k]) +
					 high(shift.word[k]));
	store_row<WIDTH>(y + first, r, cols);
}

static int run(const struct aisp_io *io, void *state)
{
	int cols = (int)io->param[LAYER_COLS];
	unsigned rows = (unsigned)io->param[LAYER_ROWS];

	(void)state;
	(cols % 8 ? normalise<1>
		  : normalise<8>)<<<rows, row_threads(cols), 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data,
		(const uint16_t *)io->in[1].data, (const uint16_t *)io->in[2].data,
		cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a row in the registers of a block, 16 bytes per access",
	.run = run,
};
