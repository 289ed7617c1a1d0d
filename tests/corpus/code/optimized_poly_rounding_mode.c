/* SPDX-License-Identifier: MIT
 *
 * Another rounding mode for its own arithmetic, and the old one back.
 */
#include <fenv.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	int mode = fegetround();

	(void)state;
	fesetround(FE_TOWARDZERO);
	horner_range(b, a, 0, n);
	fesetround(mode);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rounding mode",
	.run = run,
};
