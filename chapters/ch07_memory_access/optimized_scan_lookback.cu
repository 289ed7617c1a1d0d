/* SPDX-License-Identifier: MIT
 *
 * One pass (D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled
 * Look-back, 2016): a block says what its tile adds up to at once, and looks back over
 * what those before have said until one knows the sum of all before it.  Tiles are
 * taken in order, so that those before are always under way.
 */
#include "workload_scan.h"

#include "scan_tile.h"

/* What a tile says: a state in the upper, a sum in the lower half, in one store. */
#define NOTHING 0ull
#define ITS_OWN (1ull << 32)
#define ALL     (2ull << 32) /* of all tiles up to it */

static __device__ void say(unsigned long long *at, unsigned long long state, int sum)
{
	asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(at),
		     "l"(state | (unsigned)sum)
		     : "memory");
}

static __device__ unsigned long long hear(const unsigned long long *at)
{
	unsigned long long x;

	asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(x) : "l"(at) : "memory");
	return x;
}

/* By a warp: the sum of all before tile t, 32 tiles at a time. */
static __device__ int look_back(const unsigned long long *said, int t)
{
	int lane = threadIdx.x % 32, sum = 0;

	for (int i = t - 1 - lane;; i -= 32) {
		unsigned long long x = i < 0 ? ALL : hear(said + i);
		unsigned all;
		int mine;

		while (__any_sync(~0u, x < ITS_OWN))
			x = i < 0 ? ALL : hear(said + i);
		all = __ballot_sync(~0u, x >= ALL);
		/* From the nearest that knows all on, nothing counts twice. */
		mine = !all || lane < __ffs(all) ? (int)(unsigned)x : 0;
		sum += __reduce_add_sync(~0u, mine);
		if (all)
			return sum;
	}
}

/* said[n_tiles] counts the tiles taken; all begin as 0. */
static __global__ void __launch_bounds__(THREADS)
	scan(int *restrict y, const int *restrict x, unsigned long long *said,
	     int n_tiles, int64_t n)
{
	__shared__ int taken, sum_before;
	int t, all, before;
	tile r;

	if (threadIdx.x == 0)
		taken = (int)atomicAdd(said + n_tiles, 1ull);
	__syncthreads();
	t = taken;
	r = load_tile(x, t, n);
	before = scan_block(r, &all);
	if (threadIdx.x < 32) {
		int sum = 0;

		if (threadIdx.x == 0)
			say(said + t, t ? ITS_OWN : ALL, all);
		if (t)
			sum = look_back(said, t);
		if (threadIdx.x == 0) {
			say(said + t, ALL, sum + all);
			sum_before = sum;
		}
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
	.summary = "one pass, looking back over what other blocks have said",
	.run = run,
};
