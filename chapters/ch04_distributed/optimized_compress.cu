/* SPDX-License-Identifier: MIT
 *
 * One launch.  A warp rounds a block of 256 elements to bytes in registers and stores
 * them into the window of the rank that adds them up; the sums are rounded in registers
 * as well, and stored into the windows of all ranks.  While one chunk is on its way the
 * next is being rounded.
 */
#include "workload_compress.h"

#include "compress_gpu.h"

#define CHANNELS 248 /* two blocks for nearly each SM: one works while one waits */

static __global__ void __launch_bounds__(CODE_THREADS)
	sum_coded(const __grid_constant__ struct aisp_ranks r,
		  const __grid_constant__ struct coded_sums s)
{
	const struct courier c = { r, s };
	const int64_t n = chunks_of_channel(s.part, (int)gridDim.x, (int)blockIdx.x,
					    CHUNK_BLOCKS);

	for (int64_t k = 0; k < n + 2; k++) {
		if (k < n)
			c.scatter(k);
		if (k >= 1 && k - 1 < n)
			c.add(k - 1);
		if (k >= 2)
			c.gather(k - 2);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t part = aisp_ceil_div(n_blocks(io->param), io->ranks->n);
	const struct coded_sums s = { aisp_in_f32(io, 0), aisp_out_f32(io, 0),
				      io->param[ELEMS], part };
	int room = most_blocks<sum_coded>(CODE_THREADS, 0);

	(void)state;
	if (!room)
		return -ENOTSUP;
	sum_coded<<<at_most(aisp_ceil_div(part, CHUNK_BLOCKS),
			    room < CHANNELS ? room : CHANNELS),
		    CODE_THREADS, 0, aisp_stream(io)>>>(*io->ranks, s);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "rounded to bytes, pushed and summed in one launch",
	.run = run,
};
