/* SPDX-License-Identifier: MIT
 *
 * One kernel, one block: the cells stay in shared memory, and a barrier inside the
 * block stands for a launch.  It works as long as one multiprocessor will do.
 */
#include "workload_steps.h"

#include "ring_kernel.h"

#define WIDE 1024 /* threads of the block */

static __global__ __launch_bounds__(WIDE) void all_steps(float *restrict y,
							 const float *restrict x, int n,
							 int64_t steps)
{
	extern __shared__ float cells[];
	float *now = cells, *next = cells + n, *done;

	for (int i = threadIdx.x; i < n; i += WIDE)
		now[i] = x[i];
	__syncthreads();
	for (int64_t k = 0; k < steps; k++) {
		for (int i = threadIdx.x; i < n; i += WIDE)
			next[i] = spread(now[i ? i - 1 : n - 1], now[i],
					 now[i + 1 < n ? i + 1 : 0]);
		__syncthreads();
		done = now;
		now = next;
		next = done;
	}
	for (int i = threadIdx.x; i < n; i += WIDE)
		y[i] = now[i];
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
	AISP_TRY(cudaFuncSetAttribute(all_steps,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      (int)(2 * io->param[N] * sizeof(float))));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int n = (int)io->param[N];

	(void)state;
	all_steps<<<1, WIDE, 2 * n * sizeof(float), aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), n, io->param[STEPS]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one block does all steps in shared memory",
	.setup = setup,
	.run = run,
};
