/* SPDX-License-Identifier: MIT
 *
 * Scratch from malloc() in each call.
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
	float *scratch = malloc((size_t)n * sizeof(float));

	(void)state;
	if (!scratch)
		return -ENOMEM;
	memcpy(scratch, a, (size_t)n * sizeof(float));
	horner_range(b, scratch, 0, n);
	free(scratch);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "malloc",
	.run = run,
};
