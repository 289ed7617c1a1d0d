/* SPDX-License-Identifier: MIT
 *
 * Compiled so that sums may be taken in another order.
 *
 * FLAGS: -fassociative-math -fno-signed-zeros -fno-trapping-math
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	horner_range(b, a, 0, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "fast math",
	.run = run,
};
