/* SPDX-License-Identifier: MIT
 *
 * One kernel and no cluster: a block takes a row, 16 bytes per access, and reads it
 * again for the quotients, of what L2 still has.
 */
#include "workload_long_rows.h"

#include "long_rows.h"

#define THREADS 1024
#define AHEAD   4 /* accesses under way */

template <bool IS_WHOLE>
static __global__ void __launch_bounds__(THREADS)
	softmax(uint16_t *restrict y, const uint16_t *restrict x, int cols)
{
	struct share s = { -INFINITY, 0 };
	float max, sum;

	x += (int64_t)blockIdx.x * cols;
	y += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x * PIECE; j < cols; j += THREADS * PIECE * AHEAD) {
		uint4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = load_piece<IS_WHOLE>(x, j + k * THREADS * PIECE, cols);
#pragma unroll
		for (int k = 0; k < AHEAD; k++) {
			max = fmaxf(s.max, max_of_piece(v[k]) * LOG2_E);
			s = { max, s.sum * power_of_two(s.max - max) +
					   sum_of_piece(v[k], max) };
		}
	}
	max = block_reduce<larger>(s.max);
	s.sum = s.max == -INFINITY ? 0 : s.sum * power_of_two(s.max - max);
	sum = block_reduce<plus, 1>(s.sum);
#pragma unroll 4
	for (int j = threadIdx.x * PIECE; j < cols; j += THREADS * PIECE)
		store_piece<IS_WHOLE>(
			y, j, cols,
			divide_piece(load_piece<IS_WHOLE>(x, j, cols), max, 1 / sum));
}

static int run(const struct aisp_io *io, void *state)
{
	int cols = (int)io->param[COLS];

	(void)state;
	(cols % PIECE ? softmax<false>
		      : softmax<true>)<<<(unsigned)io->param[ROWS], THREADS, 0,
					 aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a block per row, which it reads twice, 16 bytes per access",
	.run = run,
};
