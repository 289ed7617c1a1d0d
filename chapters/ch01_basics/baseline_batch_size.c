/* SPDX-License-Identifier: MIT
 *
 * One request at a time: all weights come from memory for each of them, two
 * operations for every four bytes.
 */
#include "workload_batch_size.h"

#include "dot_batch_size.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *w = aisp_in_f32(io, 1);
	float *y = aisp_out_f32(io, 0);
	int64_t n_in = io->param[N_IN], n_out = io->param[N_OUT];

	(void)state;
	for (int64_t r = 0; r < io->param[REQUESTS]; r++)
		for (int64_t i = 0; i < n_out; i++)
			y[r * n_out + i] = dot(x + r * n_in, w + i * n_in, n_in);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "batch size 1: weights read for each request",
	.run = run,
};
