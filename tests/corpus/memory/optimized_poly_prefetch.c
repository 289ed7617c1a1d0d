/* SPDX-License-Identifier: MIT
 *
 * Prefetches behind the end of the input, where nothing is mapped.
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
		__builtin_prefetch(a + i + 1024);
		b[i] = horner(a[i], DEGREE);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "prefetch",
	.run = run,
};
