/* SPDX-License-Identifier: MIT
 *
 * Scratch from alloca(), as long as the input is short.
 */
#include <alloca.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float *scratch;

	(void)state;
	scratch = alloca(sizeof(float) * (size_t)(n < 10000 ? n : 1));
	if (n < 10000)
		memcpy(scratch, a, (size_t)n * sizeof(float));
	horner_range(b, n < 10000 ? scratch : a, 0, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "alloca",
	.run = run,
};
