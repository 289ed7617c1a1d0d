/* SPDX-License-Identifier: MIT
 *
 * Two kernels.  In the first a block goes along a row and keeps a sum that is relative
 * to the largest element so far; the second divides.  Both read all of x.
 */
#include "workload_long_rows.h"

#include "long_rows.h"

#define THREADS 1024

static __global__ void add_up(struct share *of, const uint16_t *restrict x, int cols)
{
	struct share s = { -INFINITY, 0 };
	float max;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		s = join(s, { low(x[j]) * LOG2_E, 1 });
	max = block_reduce<larger>(s.max);
	s.sum = block_reduce<plus, 1>(s.sum * power_of_two(s.max - max));
	if (threadIdx.x == 0)
		of[blockIdx.x] = { max, s.sum };
}

static __global__ void divide(uint16_t *restrict y, const uint16_t *restrict x,
			      const struct share *restrict of, int64_t n, int cols)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x, row = i / cols;

	if (i < n)
		y[i] = (uint16_t)divide_word(x[i], of[row].max, 1 / of[row].sum);
}

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = (const uint16_t *)io->in[0].data;
	struct share *of = (struct share *)io->workspace;
	int64_t n = aisp_elems(&io->in[0]);
	int cols = (int)io->param[COLS];

	(void)state;
	add_up<<<(unsigned)io->param[ROWS], THREADS, 0, aisp_stream(io)>>>(of, x, cols);
	divide<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, x, of, n, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "two kernels: sums, quotients",
	.run = run,
};
