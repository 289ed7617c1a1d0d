/* SPDX-License-Identifier: MIT
 *
 * A queue: as many warps as the GPU holds stay, and lanes that are done take the
 * next searches from an atomic counter.
 */
#include "workload_uneven.h"
#include <aisp/cuda.h>

#define THREADS 256
#define BATCH   8 /* trials between two looks at the queue */

struct lane {
	bool is_idle;
	int64_t i; /* its search */
	uint32_t seed, k;
};

/* Idle lanes take the next searches, with one atomic operation for the warp. */
static __device__ void refill(struct lane *l, const uint32_t *restrict seed, int64_t n,
			      unsigned long long *next)
{
	unsigned idle = __ballot_sync(~0u, l->is_idle), me = threadIdx.x % 32;
	unsigned long long first = 0;

	if (!idle)
		return;
	if (me == 0)
		first = atomicAdd(next, __popc(idle));
	first = __shfl_sync(~0u, first, 0);
	if (!l->is_idle)
		return;
	l->i = (int64_t)first + __popc(idle & ((1u << me) - 1));
	if (l->i < n)
		*l = { false, l->i, seed[l->i], 0 };
}

static __global__ void search(int32_t *restrict out, const uint32_t *restrict seed,
			      int64_t n, uint32_t limit, unsigned long long *next)
{
	struct lane l = { true, 0, 0, 0 };

	for (;;) {
		refill(&l, seed, n, next);
		if (__all_sync(~0u, l.is_idle))
			return;
#pragma unroll
		for (int t = 0; t < BATCH; t++)
			if (!l.is_idle && draw(l.seed, l.k++) < limit) {
				out[l.i] = (int32_t)(l.k - 1);
				l.is_idle = true;
			}
	}
}

/* As many blocks as the GPU holds at once. */
static int setup(const struct aisp_io *io, void **state)
{
	int per_sm;

	(void)io;
	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, search, THREADS,
							       0));
	*state = (void *)((intptr_t)per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	unsigned long long *next = (unsigned long long *)io->workspace;

	AISP_TRY(cudaMemsetAsync(next, 0, sizeof(*next), aisp_stream(io)));
	search<<<(unsigned)(intptr_t)state, THREADS, 0, aisp_stream(io)>>>(
		(int32_t *)io->out[0].data, (const uint32_t *)io->in[0].data,
		io->param[N], limit_of(io->param[MEAN]), next);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "lanes that are done take the next search from a queue",
	.setup = setup,
	.run = run,
};
