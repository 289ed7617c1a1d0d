/* SPDX-License-Identifier: MIT
 *
 * One pass: a block learns the sum of all elements before its tile from what earlier
 * blocks have published, while those are still under way.
 */
#include "workload_scan.h"

#include <aisp/look_back.h>

#include "scan_tile.h"

/* said[n_tiles] counts the tiles taken; all begin as 0. */
static __global__ void __launch_bounds__(THREADS)
	scan(int *restrict y, const int *restrict x, unsigned long long *said,
	     int n_tiles, int64_t n)
{
	__shared__ int sum_before;
	int t = aisp_take_tile(said + n_tiles), all, before, sum;
	tile r = load_tile(x, t, n);

	before = scan_block(r, &all);
	if (threadIdx.x < 32) {
		sum = aisp_look_back(said, t, all);
		if (threadIdx.x == 0)
			sum_before = sum;
	}
	__syncthreads();
	store_tile(y, r, t, n, before + sum_before);
}

static int run(const struct aisp_io *io, void *state)
{
	unsigned long long *said = (unsigned long long *)io->workspace;
	int64_t n = io->param[N];
	int tiles = (int)aisp_ceil_div(n, TILE);

	(void)state;
	AISP_TRY(cudaMemsetAsync(said, 0, ((size_t)tiles + 1) * sizeof(*said),
				 aisp_stream(io)));
	scan<<<tiles, THREADS, 0, aisp_stream(io)>>>(
		(int *)io->out[0].data, (const int *)io->in[0].data, said, tiles, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one pass with decoupled look-back",
	.run = run,
};
