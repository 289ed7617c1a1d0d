/* SPDX-License-Identifier: MIT
 *
 * Sums of the tiles, prefix sums of those, and then the tiles again: everything is
 * read twice.
 */
#include "workload_scan.h"

#include "scan_tile.h"

static __global__ void add_up(int *sums, const int *restrict x, int64_t n)
{
	tile r = load_tile(x, blockIdx.x, n);
	int all;

	scan_block(r, &all);
	if (threadIdx.x == 0)
		sums[blockIdx.x] = all;
}

/* One block: sums of all before each. */
static __global__ void scan_sums(int *sums, int n)
{
	__shared__ int part[THREADS / 32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32, carry = 0;

	for (int first = 0; first < n; first += THREADS) {
		int i = first + (int)threadIdx.x, x = i < n ? sums[i] : 0;
		int sum = aisp_warp_scan(x), before;

		if (lane == 31)
			part[warp] = sum;
		__syncthreads();
		before = aisp_warp_scan(lane < THREADS / 32 ? part[lane] : 0);
		sum += carry - x;
		carry += __shfl_sync(~0u, before, 31);
		before = __shfl_sync(~0u, before, max(warp - 1, 0));
		if (i < n)
			sums[i] = sum + (warp ? before : 0);
		__syncthreads();
	}
}

static __global__ void scan(int *restrict y, const int *restrict x,
			    const int *restrict sums, int64_t n)
{
	tile r = load_tile(x, blockIdx.x, n);
	int all, before = scan_block(r, &all);

	store_tile(y, r, blockIdx.x, n, before + sums[blockIdx.x]);
}

static int run(const struct aisp_io *io, void *state)
{
	const int *x = (const int *)io->in[0].data;
	int64_t n = io->param[N], tiles = aisp_ceil_div(n, TILE);
	int *sums = (int *)io->workspace;
	cudaStream_t stream = aisp_stream(io);

	(void)state;
	add_up<<<(unsigned)tiles, THREADS, 0, stream>>>(sums, x, n);
	scan_sums<<<1, THREADS, 0, stream>>>(sums, (int)tiles);
	scan<<<(unsigned)tiles, THREADS, 0, stream>>>((int *)io->out[0].data, x, sums,
						      n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "sums of tiles, their prefix sums, then the tiles",
	.run = run,
};
