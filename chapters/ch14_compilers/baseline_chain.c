/* SPDX-License-Identifier: MIT
 *
 * A pass over the whole vector for each step, as a framework runs them: y goes
 * through memory between them.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_chain.h"

#include "chain_pass.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *from = aisp_in_f32(io, IN_X);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[LENGTH]; i++, from = y)
		pass(step_of(io->param, i), y, from, aisp_in_f32(io, IN_A),
		     aisp_in_f32(io, IN_B), io->param[ELEMS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a pass over memory for each step",
	.run = run,
};
