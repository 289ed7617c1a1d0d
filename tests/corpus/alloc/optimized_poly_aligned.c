/* SPDX-License-Identifier: MIT
 *
 * Memory on a page boundary in each call.
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
	float *scratch = aligned_alloc(4096, ((size_t)n * 4 + 4095) / 4096 * 4096);

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
	.summary = "aligned",
	.run = run,
};
