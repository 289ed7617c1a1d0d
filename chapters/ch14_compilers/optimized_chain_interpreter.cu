/* SPDX-License-Identifier: MIT
 *
 * One kernel reads the steps from a list, for each element anew: memory is crossed
 * once, but each step costs a jump.
 */
#include "workload_chain.h"

#include "chain_step.h"

#define THREADS 256

struct chain {
	int n;
	uint8_t step[MOST_STEPS];
};

static __global__ void interpret(float *restrict y, const float *restrict x,
				 const float *restrict a, const float *restrict b,
				 int64_t n, const __grid_constant__ struct chain chain)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	float v, ai, bi;

	if (i >= n)
		return;
	v = x[i];
	ai = a[i];
	bi = b[i];
	for (int s = 0; s < chain.n; s++)
		v = apply((enum step)chain.step[s], v, ai, bi);
	y[i] = v;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];
	struct chain chain = { (int)io->param[LENGTH] };

	(void)state;
	for (int i = 0; i < chain.n; i++)
		chain.step[i] = (uint8_t)step_of(io->param, i);
	interpret<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, IN_X), aisp_in_f32(io, IN_A),
		aisp_in_f32(io, IN_B), n, chain);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one kernel that interprets a list of steps",
	.run = run,
};
