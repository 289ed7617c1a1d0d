/* SPDX-License-Identifier: MIT
 *
 * Dynamic parallelism: a search gives up after twice the average length, and the
 * last block launches a kernel for those that did, packed into full warps, as many
 * times as it takes.
 * FLAGS: -rdc=true
 * LIBS: -lcudadevrt
 */
#include "workload_uneven.h"
#include <aisp/cuda.h>

#define THREADS 256

struct work {
	unsigned n_left[2]; /* searches given up: lengths of the lists */
	unsigned n_arrived;
	int32_t *list[2];
};

struct args {
	int32_t *out;
	const uint32_t *seed;
	struct work *work;
	uint32_t limit, trials; /* of a round */
};

static __device__ void search(const struct args &a, int i, unsigned round)
{
	uint32_t seed = a.seed[i], k = round * a.trials, end = k + a.trials;
	struct work *w = a.work;

	while (k < end && draw(seed, k) >= a.limit)
		k++;
	if (k < end)
		a.out[i] = (int32_t)k;
	else
		w->list[round % 2][atomicAdd(&w->n_left[round % 2], 1)] = i;
}

static __global__ void search_all(struct args a, unsigned round, unsigned n)
{
	unsigned i = blockIdx.x * THREADS + threadIdx.x, n_left;
	struct work *w = a.work;

	if (i < n)
		search(a, round ? w->list[(round - 1) % 2][i] : (int)i, round);
	__threadfence();
	__syncthreads();
	if (threadIdx.x || atomicInc(&w->n_arrived, gridDim.x - 1) < gridDim.x - 1)
		return;
	/* All blocks have arrived: the next round's list is the one just written. */
	n_left = atomicAdd(&w->n_left[round % 2], 0);
	w->n_left[(round + 1) % 2] = 0;
	if (n_left)
		search_all<<<(n_left + THREADS - 1) / THREADS, THREADS, 0,
			     cudaStreamTailLaunch>>>(a, round + 1, n_left);
}

static __global__ void begin(struct work *w, int32_t *lists, int64_t n)
{
	*w = { { 0, 0 }, 0, { lists, lists + n } };
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], mean = io->param[MEAN];
	struct args a = { (int32_t *)io->out[0].data, (const uint32_t *)io->in[0].data,
			  (struct work *)io->workspace, limit_of(mean),
			  (uint32_t)(2 * mean) };

	(void)state;
	begin<<<1, 1, 0, aisp_stream(io)>>>(
		a.work, (int32_t *)((char *)io->workspace + 256), n);
	search_all<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		a, 0, (unsigned)n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "kernels launch kernels for the searches that take longer",
	.run = run,
};
