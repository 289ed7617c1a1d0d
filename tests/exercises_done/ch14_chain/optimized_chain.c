/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_chain.h"

#include "chain_pass.h"

#define BLOCK 256

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, IN_A), *b = aisp_in_f32(io, IN_B);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t at = 0; at < n; at += BLOCK) {
		const float *from = aisp_in_f32(io, IN_X) + at;
		float *y = aisp_out_f32(io, 0) + at;

		for (int64_t i = 0; i < io->param[LENGTH]; i++, from = y)
			pass(step_of(io->param, i), y, from, a + at, b + at,
			     n - at < BLOCK ? n - at : BLOCK);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "blocks of 256",
	.run = run,
};
