/* SPDX-License-Identifier: MIT
 *
 * Four megabytes, which the library maps and unmaps in each call.
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
	float *scratch = malloc(4 << 20);

	(void)state;
	if (!scratch)
		return -ENOMEM;
	free(scratch);
	horner_range(b, a, 0, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "large block",
	.run = run,
};
