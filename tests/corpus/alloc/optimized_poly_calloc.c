/* SPDX-License-Identifier: MIT
 *
 * Zeroed scratch in each call.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float *scratch = calloc((size_t)n, sizeof(float));

	(void)state;
	if (!scratch)
		return -ENOMEM;
	horner_range(scratch, a, 0, n);
	memcpy(b, scratch, (size_t)n * sizeof(float));
	free(scratch);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "calloc",
	.run = run,
};
