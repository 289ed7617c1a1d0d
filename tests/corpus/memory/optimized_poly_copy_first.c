/* SPDX-License-Identifier: MIT
 *
 * A copy of the input in memory of its own, like every variant that packs.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"
#include "../../exploits/fixtures/own_elems.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	memcpy(state, a, (size_t)n * sizeof(float));
	horner_range(b, state, 0, n);
	return 0;
}

static void teardown(void *state)
{
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "copy first",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
