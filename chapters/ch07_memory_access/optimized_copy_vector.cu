/* SPDX-License-Identifier: MIT
 *
 * 16 bytes per thread, and no loop: a block has one load under way in each thread and
 * is gone, so that the next one's loads follow at once.  Several vectors per thread
 * would have more under way, but further apart, and are slower.
 */
#include "workload_copy.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n / 4)
		((float4 *)b)[i] = ((const float4 *)a)[i];
	/* What no vector covers. */
	if (i < n % 4)
		b[n / 4 * 4 + i] = a[n / 4 * 4 + i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = aisp_elems(&io->in[0]);

	(void)state;
	copy<<<aisp_ceil_div(n, 4 * THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a 16-byte vector per thread",
	.run = run,
};
