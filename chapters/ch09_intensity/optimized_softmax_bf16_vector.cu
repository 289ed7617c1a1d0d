/* SPDX-License-Identifier: MIT
 *
 * The row stays in registers: read once, 16 bytes at a time, and an exponential for
 * each element, once.
 */
#include "workload_softmax_bf16.h"

#include "bf16_row.h"

#define LOG2_E 0x1.715476p0f

template <int WIDTH>
static __global__ void __launch_bounds__(MOST_THREADS)
	softmax(uint16_t *restrict y, const uint16_t *restrict x, int cols)
{
	int64_t first = (int64_t)blockIdx.x * cols;
	row r = load_row<WIDTH>(x + first, cols, 0xff80ff80); /* -infinity */
	float v[PER_THREAD], max = -INFINITY, sum = 0;

#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		max = fmaxf(max, fmaxf(low(r.word[k]), high(r.word[k])));
	max = block_reduce<larger>(max) * LOG2_E;
#pragma unroll
	for (int k = 0; k < PER_THREAD; k++) {
		v[k] = k % 2 ? high(r.word[k / 2]) : low(r.word[k / 2]);
		v[k] = power_of_two(fmaf(v[k], LOG2_E, -max));
		sum += v[k];
	}
	sum = 1 / block_reduce<plus>(sum);
#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		r.word[k] = pack(v[2 * k] * sum, v[2 * k + 1] * sum);
	store_row<WIDTH>(y + first, r, cols);
}

static int run(const struct aisp_io *io, void *state)
{
	int cols = (int)io->param[SOFTMAX_COLS];
	unsigned rows = (unsigned)io->param[SOFTMAX_ROWS];

	(void)state;
	(cols % 8 ? softmax<1>
		  : softmax<8>)<<<rows, row_threads(cols), 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a row in the registers of a block, 16 bytes per access",
	.run = run,
};
