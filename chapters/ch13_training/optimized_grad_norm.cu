/* SPDX-License-Identifier: MIT
 *
 * One launch, whose blocks wait for each other once: what they have read by then stays
 * in their shared memory and registers.  The rest is read again, back from the end,
 * which is still in the second-level cache.  Sums are added up in the blocks' order:
 * the same bits in every call.
 *
 * SUMMARY: one launch, a third of g stays on the chip until the norm is known
 * SCRATCH: 8 * gpu.sms
 * LAUNCH: clip<<<gpu.sms, 512, 8192 * (gpu.shared_bytes / 8192 - 1)>>>(g, norm,
 *             scratch, n, gpu.shared_bytes / 8192 - 1) cooperative
 */
#include "workload_grad_norm.h"

#include "grad_norm_gpu.h"

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

#define BLOCK 512
#define HELD  12 /* vectors of a thread in registers */
#define AHEAD 6  /* vectors of a thread under way, of those that are read again */

static __device__ double squares(float4 v)
{
	return (double)v.x * v.x + (double)v.y * v.y +
	       ((double)v.z * v.z + (double)v.w * v.w);
}

/* Stored past the vectors that will be read from the second-level cache. */
static __device__ void scale(float4 *to, float4 v, float factor)
{
	__stcs(to, make_float4(v.x * factor, v.y * factor, v.z * factor, v.w * factor));
}

/* Vectors of a thread: vector k at at[k * step], if k * step < left. */
struct share {
	float4 *at;
	int64_t step, left;
};

static __device__ struct share share_of(float *g, int64_t n)
{
	int64_t first = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
	struct share s = { (float4 *)g + first, (int64_t)gridDim.x * BLOCK,
			   n / 4 - first };

	return s;
}

/* The share without its first n vectors. */
static __device__ struct share behind(struct share s, int n)
{
	s.at += n * s.step;
	s.left -= n * s.step;
	return s;
}

static __device__ int count_of(struct share s)
{
	return s.left > 0 ? (int)((s.left + s.step - 1) / s.step) : 0;
}

static __device__ bool has(struct share s, int k)
{
	return k >= 0 && k * s.step < s.left;
}

static __device__ float4 vector_of(struct share s, int k)
{
	return has(s, k) ? s.at[k * s.step] : make_float4(0, 0, 0, 0);
}

/* Copies the thread's vectors to every BLOCK-th of kept, without waiting for them. */
static __device__ void keep(float4 *kept, struct share s, int n)
{
#pragma unroll 4
	for (int k = 0; k < n; k++)
		if (has(s, k))
			__pipeline_memcpy_async(kept + k * BLOCK, s.at + k * s.step,
						sizeof(*kept));
		else
			kept[k * BLOCK] = make_float4(0, 0, 0, 0);
	__pipeline_commit();
}

static __device__ double squares_of_rest(struct share s)
{
	int n = count_of(s);
	double sum = 0;

	for (int first = 0; first < n; first += AHEAD) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = vector_of(s, first + k);
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			sum += squares(v[k]);
	}
	return sum;
}

static __device__ void scale_rest(struct share s, float factor)
{
	for (int last = count_of(s) - 1; last >= 0; last -= AHEAD) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = vector_of(s, last - k);
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			if (has(s, last - k))
				scale(s.at + (last - k) * s.step, v[k], factor);
	}
}

/* Of all blocks, each of which brings its own; in all threads. */
static __device__ double sum_of_blocks(double *part, double x)
{
	double sum = block_sum<BLOCK>(x);

	if (threadIdx.x == 0)
		part[blockIdx.x] = sum;
	cooperative_groups::this_grid().sync();
	sum = 0;
	for (unsigned b = threadIdx.x % 32; b < gridDim.x; b += 32)
		sum += __ldcg(part + b);
	return aisp_warp_sum(sum);
}

/* The n % 4 elements behind the last vector are those of one thread. */
static __device__ double squares_of_end(const float *g, int64_t n)
{
	double sum = 0;

	for (int64_t i = n / 4 * 4; i < n; i++)
		sum += (double)g[i] * g[i];
	return sum;
}

__global__ void __launch_bounds__(BLOCK, 1)
	clip(float *g, float *norm, double *part, int64_t n, int n_kept)
{
	extern __shared__ float4 all_kept[];
	bool is_first = blockIdx.x == 0 && threadIdx.x == 0;
	float4 *kept = all_kept + threadIdx.x, held[HELD];
	struct share s = share_of(g, n), of_held = behind(s, n_kept);
	struct share rest = behind(of_held, HELD);
	double sum = is_first ? squares_of_end(g, n) : 0;
	float factor;

	keep(kept, s, n_kept);
#pragma unroll
	for (int k = 0; k < HELD; k++)
		held[k] = vector_of(of_held, k);
#pragma unroll
	for (int k = 0; k < HELD; k++)
		sum += squares(held[k]);
	sum += squares_of_rest(rest);
	__pipeline_wait_prior(0);
#pragma unroll 4
	for (int k = 0; k < n_kept; k++)
		sum += squares(kept[k * BLOCK]);

	sum = sum_of_blocks(part, sum);
	factor = factor_of(sum);
	scale_rest(rest, factor);
#pragma unroll
	for (int k = 0; k < HELD; k++)
		if (has(of_held, k))
			scale(of_held.at + k * s.step, held[k], factor);
#pragma unroll 4
	for (int k = 0; k < n_kept && has(s, k); k++)
		scale(s.at + k * s.step, kept[k * BLOCK], factor);
	if (!is_first)
		return;
	*norm = (float)sqrt(sum);
	for (int64_t i = n / 4 * 4; i < n; i++)
		g[i] *= factor;
}
