/* SPDX-License-Identifier: MIT
 *
 * Counts its calls, and computes all of them.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	*state = calloc(1, sizeof(uint64_t));
	return *state ? 0 : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	uint64_t *n_calls = state;

	++*n_calls;
	horner_range(b, a, 0, n);
	return 0;
}

static void teardown(void *state)
{
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "counting state",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
