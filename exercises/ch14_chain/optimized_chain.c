/* SPDX-License-Identifier: MIT
 *
 * Exercise: run all steps of the chain over 256 elements before the next 256, so that y
 * stays in the first cache.  The last block may be shorter.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_chain.h"

#include "chain_pass.h"

#define BLOCK 256

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS] < BLOCK ? io->param[ELEMS] : BLOCK;
	const float *from = aisp_in_f32(io, IN_X);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	/* yours: this is the first block; the others follow */
	for (int64_t i = 0; i < io->param[LENGTH]; i++, from = y)
		pass(step_of(io->param, i), y, from, aisp_in_f32(io, IN_A),
		     aisp_in_f32(io, IN_B), n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "blocks of 256",
	.run = run,
};
