/* SPDX-License-Identifier: MIT
 *
 * Programmatic edges: a kernel may be launched while the one before it runs, and
 * waits inside for its results.  What it costs to launch it overlaps with work.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_steps.h"

#include "ring_kernel.h"

static __global__ void step_early(float *next, const float *now, int n)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	cudaTriggerProgrammaticLaunchCompletion();
	/* Waits until the step before has ended, which waited for all others. */
	cudaGridDependencySynchronize();
	if (i < n)
		next[i] = spread(now[i ? i - 1 : n - 1], now[i],
				 now[i + 1 < n ? i + 1 : 0]);
}

static int capture(const struct aisp_io *io)
{
	int n = (int)io->param[N];
	cudaLaunchAttribute early = {};
	cudaLaunchConfig_t config = {};
	const float *now = aisp_in_f32(io, 0);

	early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early.val.programmaticStreamSerializationAllowed = 1;
	config.gridDim = (unsigned)aisp_ceil_div(n, THREADS);
	config.blockDim = THREADS;
	config.stream = aisp_stream(io);
	config.attrs = &early;
	config.numAttrs = 1;
	for (int64_t k = 0; k < io->param[STEPS]; k++) {
		float *next = k + 1 < io->param[STEPS]
				      ? (float *)io->workspace + k % 2 * n
				      : aisp_out_f32(io, 0);

		AISP_TRY(cudaLaunchKernelEx(&config, step_early, next, now, n));
		now = next;
	}
	return 0;
}

#include "graph_steps.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a graph whose kernels are launched before their inputs are there",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
