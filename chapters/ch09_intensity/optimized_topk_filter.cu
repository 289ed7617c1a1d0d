/* SPDX-License-Identifier: MIT
 *
 * One read of the row, four loads of 16 bytes under way in each thread: what does not
 * beat a bound from below for the k-th largest is forgotten, the few others go to a
 * pool.  The k-th largest of the threads' first largest is such a bound; the k-th
 * largest of a pool that is getting full is a better one.
 */
#include "workload_topk.h"

#include "topk_row.h"

#define PER_THREAD 16 /* elements under way */
#define BLOCKS     5  /* of a multiprocessor, at least */
#define STEP       (THREADS * PER_THREAD)
#define POOL       (MOST_K + STEP) /* a step may add all that it reads */

/* Behind the end: what beats nothing. */
template <int WIDTH> static __device__ void load(float *v, const float *x, int n)
{
#pragma unroll
	for (int p = 0; p < PER_THREAD / WIDTH; p++) {
		int j = (p * THREADS + (int)threadIdx.x) * WIDTH;

		if constexpr (WIDTH == 4) {
			float4 q = { -INFINITY, -INFINITY, -INFINITY, -INFINITY };

			if (j < n)
				q = __ldcs((const float4 *)(x + j));
			v[4 * p] = q.x;
			v[4 * p + 1] = q.y;
			v[4 * p + 2] = q.z;
			v[4 * p + 3] = q.w;
		} else {
			v[p] = j < n ? __ldcs(x + j) : -INFINITY;
		}
	}
}

/* At least k elements are as large, as many threads have one. */
static __device__ float first_bound(float *pool, const float *v, int k)
{
	float largest = v[0];

#pragma unroll
	for (int i = 1; i < PER_THREAD; i++)
		largest = fmaxf(largest, v[i]);
	pool[threadIdx.x] = largest;
	return find_kth(pool, THREADS, k);
}

/* Returns true in some thread if the next step might find too little room. */
static __device__ bool append(float *pool, int *n_pool, const float *v, float least)
{
	int n = 0, at;

#pragma unroll
	for (int i = 0; i < PER_THREAD; i++)
		n += v[i] > least;
	if (!n)
		return false;
	at = atomicAdd(n_pool, n);
#pragma unroll
	for (int i = 0; i < PER_THREAD; i++)
		if (v[i] > least)
			pool[at++] = v[i];
	return at > POOL - STEP;
}

/*
 * The pool keeps what is larger than its k-th largest, which is returned.  What is kept
 * moves to the front, over elements that were read before the barrier.
 */
static __device__ float refine(float *pool, int *n_pool, int k)
{
	int n = *n_pool;
	float least = find_kth(pool, n, k);

	if (threadIdx.x == 0)
		*n_pool = 0;
	for (int first = 0; first < n; first += THREADS) {
		int i = first + (int)threadIdx.x;
		float x = i < n ? pool[i] : least;

		__syncthreads();
		if (x > least)
			pool[atomicAdd(n_pool, 1)] = x;
	}
	__syncthreads();
	return least;
}

/* At any time the k largest so far are in the pool or, for the rest, equal to least. */
template <int WIDTH>
static __global__ void __launch_bounds__(THREADS, BLOCKS)
	topk(float *restrict y, const float *restrict x, int cols, int k)
{
	__shared__ float pool[POOL];
	__shared__ int n_pool;
	float v[PER_THREAD], least = -INFINITY;

	x += (int64_t)blockIdx.x * cols;
	y += (int64_t)blockIdx.x * k;
	if (threadIdx.x == 0)
		n_pool = 0;
	__syncthreads();
	for (int first = 0; first < cols; first += STEP) {
		load<WIDTH>(v, x + first, cols - first);
		if (first == 0 && k <= THREADS)
			least = first_bound(pool, v, k);
		if (__syncthreads_or(append(pool, &n_pool, v, least)))
			least = refine(pool, &n_pool, k);
	}
	if (n_pool > k)
		least = refine(pool, &n_pool, k);
	finish(y, pool, n_pool, k, least);
}

static int run(const struct aisp_io *io, void *state)
{
	int cols = (int)io->param[COLS];
	unsigned rows = (unsigned)io->param[ROWS];

	(void)state;
	(cols % 4 ? topk<1> : topk<4>)<<<rows, THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), cols, (int)io->param[K]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one read of the row, filtered by a bound for the k-th largest",
	.run = run,
};
