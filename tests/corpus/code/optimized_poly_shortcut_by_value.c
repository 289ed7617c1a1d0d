/* SPDX-License-Identifier: MIT
 *
 * Fewer terms where the rest cannot change the sum: a branch on each value.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		float u = a[i] / (1 + fabsf(a[i]));

		/* 0.5 to the 40th is far below the last bit of a sum near 1. */
		b[i] = horner(a[i], fabsf(u) < 0.5f ? 40 : DEGREE);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "shortcut by value",
	.run = run,
};
