/* SPDX-License-Identifier: MIT
 *
 * A training loop as it grows: each step standardises the data again, stages
 * a copy of them, and runs another forward pass to log the loss.  None of it
 * changes the weights.
 */
#include "workload_goodput.h"

#include "steps_goodput.h"

static float sum_of_squares(const float *r, int64_t n)
{
	float sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += r[i] * r[i];
	return sum;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *y = aisp_in_f32(io, 1);
	float *r = aisp_out_f32(io, 1);
	struct model *m = state;

	begin(m, io);
	for (int64_t s = 0; s < io->param[STEPS]; s++) {
		memcpy(m->spare, x, (size_t)(m->rows * m->features) * sizeof(*x));
		standardise_rows(m, m->spare); /* no step changes the result */
		forward(m, y, r);
		backward(m, r);
		forward(m, y, r);
		m->loss = sum_of_squares(r, m->rows);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "statistics, a copy and the loss in each step",
	.setup = setup,
	.run = run,
	.teardown = free,
};
