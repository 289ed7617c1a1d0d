/* SPDX-License-Identifier: MIT
 *
 * A thread per search.  A warp ends with its longest search, four times the average
 * one; until then the lanes that are done wait.
 */
#include "workload_uneven.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void search(int32_t *restrict out, const uint32_t *restrict seed,
			      int64_t n, uint32_t limit)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	uint32_t k = 0;

	if (i >= n)
		return;
	while (draw(seed[i], k) >= limit)
		k++;
	out[i] = (int32_t)k;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	search<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		(int32_t *)io->out[0].data, (const uint32_t *)io->in[0].data, n,
		limit_of(io->param[MEAN]));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a thread per search",
	.run = run,
};
