/* SPDX-License-Identifier: MIT
 *
 * A thread per row: neighbours in a warp read from places that are a row apart, and a
 * warp lasts as long as its longest row.
 */
#include "workload_spmv.h"

#include "sparse_gpu.h"

#define THREADS_1 256

static __global__ void multiply(const __grid_constant__ struct sparse a)
{
	int64_t i = (int64_t)blockIdx.x * THREADS_1 + threadIdx.x;

	if (i < a.rows)
		a.y[i] = sum_products(a, a.start[i], a.start[i + 1], 1);
}

static int run(const struct aisp_io *io, void *state)
{
	struct sparse a = sparse_of(io);

	(void)state;
	multiply<<<(unsigned)aisp_ceil_div(a.rows, THREADS_1), THREADS_1, 0,
		   aisp_stream(io)>>>(a);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a thread per row",
	.run = run,
};
