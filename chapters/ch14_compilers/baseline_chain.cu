/* SPDX-License-Identifier: MIT
 *
 * A kernel for each step, as a framework runs them: y goes through memory between
 * them.
 */
#include "workload_chain.h"

#include "chain_step.h"

#define THREADS 256

static __global__ void step_kernel(float *y, const float *from, const float *restrict a,
				   const float *restrict b, int64_t n, enum step step)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i >= n)
		return;
	/* Only what the step needs is read. */
	y[i] = apply(step, from[i], step == ADD || step == HALVE ? a[i] : 0,
		     step == MULTIPLY ? b[i] : 0);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];
	const float *from = aisp_in_f32(io, IN_X);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[LENGTH]; i++, from = y)
		step_kernel<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0,
			      aisp_stream(io)>>>(y, from, aisp_in_f32(io, IN_A),
						 aisp_in_f32(io, IN_B), n,
						 step_of(io->param, i));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a kernel for each step",
	.run = run,
};
