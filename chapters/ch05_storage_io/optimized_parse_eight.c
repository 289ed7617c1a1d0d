/* SPDX-License-Identifier: MIT
 *
 * Eight digits at a time: a number of 4 or of 17 digits takes the same few
 * instructions, and there is little left to guess.
 */
#include "workload_parse.h"

#include "decimal_eight.h"

static int run(const struct aisp_io *io, void *state)
{
	const char *s = io->in[0].data, *end = s + io->in[0].shape[0];
	float *x = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++)
		x[i] = take_line(&s, end);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "eight digits at a time in a register",
	.run = run,
};
