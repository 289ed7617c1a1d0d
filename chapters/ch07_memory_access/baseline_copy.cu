/* SPDX-License-Identifier: MIT
 *
 * A thread per element.  Neighbours touch neighbours, so that a warp moves whole
 * lines; but a thread has four bytes under way and then ends.
 */
#include "workload_copy.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		b[i] = a[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = aisp_elems(&io->in[0]);

	(void)state;
	copy<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a thread per element, 4 bytes each",
	.run = run,
};
