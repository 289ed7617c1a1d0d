/* SPDX-License-Identifier: MIT
 *
 * The data are standardised once; a step is its forward pass, its backward pass
 * and nothing else.
 */
#include "workload_goodput.h"

#include "steps_goodput.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *y = aisp_in_f32(io, 1);
	float *r = aisp_out_f32(io, 1);
	struct model *m = state;

	begin(m, io);
	standardise_rows(m, aisp_in_f32(io, 0));
	for (int64_t s = 0; s < io->param[STEPS]; s++) {
		forward(m, y, r);
		backward(m, r);
	}
	forward(m, y, r);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "statistics once, steps without a copy or a log",
	.setup = setup,
	.run = run,
	.teardown = free,
};
