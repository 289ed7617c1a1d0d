/* SPDX-License-Identifier: MIT
 *
 * 32 tables per block, one in each bank, and a lane counts in its own: whatever the
 * values, the additions of a warp go to 32 banks.  Four loads of 16 bytes are under way
 * in each thread.
 */
#include "workload_histogram.h"

#include "histogram_grid.h"

#define LANES 32
#define AHEAD 4                            /* vectors */
#define BINS  (N_BINS / (THREADS / LANES)) /* that a warp adds up */

static_assert(BINS <= LANES, "a lane takes one sum");

static __device__ void clear(int *table)
{
	for (int i = threadIdx.x; i < N_BINS * LANES; i += THREADS)
		table[i] = 0;
	__syncthreads();
}

/* The lane's counter of bin b is mine[b * LANES]. */
static __device__ void add(int *mine, float x)
{
	atomicAdd(mine + bin_of(x) * LANES, 1);
}

static __device__ void add4(int *mine, float4 v)
{
	add(mine, v.x);
	add(mine, v.y);
	add(mine, v.z);
	add(mine, v.w);
}

/* Lane r keeps bin r of the warp: neighbours go to memory together. */
static __device__ void merge(int *counts, const int *table)
{
	int lane = threadIdx.x % LANES, first = threadIdx.x / LANES * BINS, mine = 0;

	__syncthreads();
	for (int r = 0; r < BINS; r++) {
		int sum = __reduce_add_sync(~0u, table[(first + r) * LANES + lane]);

		mine = lane == r ? sum : mine;
	}
	if (lane < BINS)
		atomicAdd(counts + first + lane, mine);
}

static __global__ void __launch_bounds__(THREADS)
	count(int *counts, const float *restrict x, int64_t n)
{
	__shared__ int table[N_BINS * LANES];
	int *mine = table + threadIdx.x % LANES;
	const float4 *vector = (const float4 *)x;
	int64_t stride = (int64_t)gridDim.x * THREADS;
	int64_t id = (int64_t)blockIdx.x * THREADS + threadIdx.x, i = id;

	clear(table);
	for (; i + (AHEAD - 1) * stride < n / 4; i += AHEAD * stride) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = __ldcs(vector + i + k * stride);
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			add4(mine, v[k]);
	}
	for (; i < n / 4; i += stride)
		add4(mine, __ldcs(vector + i));
	/* What no vector covers. */
	if (id < n % 4)
		add(mine, x[n / 4 * 4 + id]);
	merge(counts, table);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a table per lane in a bank of its own, 16-byte vectors",
	.setup = setup,
	.run = run,
};
