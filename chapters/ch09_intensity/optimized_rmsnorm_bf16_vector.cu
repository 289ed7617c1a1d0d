/* SPDX-License-Identifier: MIT
 *
 * The row stays in registers between the sum and the products: read once, 16 bytes
 * at a time.  The scales of the columns come from L2, asked for before the sum.
 */
#include "workload_rmsnorm_bf16.h"

#include "bf16_row.h"

template <int WIDTH>
static __global__ void __launch_bounds__(MOST_THREADS)
	normalise(uint16_t *restrict y, const uint16_t *restrict x,
		  const uint16_t *restrict g, int cols)
{
	int64_t first = (int64_t)blockIdx.x * cols;
	row r = load_row<WIDTH>(x + first, cols, 0),
	    scale = load_row<WIDTH>(g, cols, 0);
	float s = 0;

#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		s += low(r.word[k]) * low(r.word[k]) +
		     high(r.word[k]) * high(r.word[k]);
	s = rsqrtf(block_reduce<plus>(s) / (float)cols + RMS_EPS);
#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		r.word[k] = pack(low(r.word[k]) * s * low(scale.word[k]),
				 high(r.word[k]) * s * high(scale.word[k]));
	store_row<WIDTH>(y + first, r, cols);
}

static int run(const struct aisp_io *io, void *state)
{
	int cols = (int)io->param[RMS_COLS];
	unsigned rows = (unsigned)io->param[RMS_ROWS];

	(void)state;
	(cols % 8 ? normalise<1>
		  : normalise<8>)<<<rows, row_threads(cols), 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data,
		(const uint16_t *)io->in[1].data, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a row in the registers of a block, 16 bytes per access",
	.run = run,
};
