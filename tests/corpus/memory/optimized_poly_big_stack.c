/* SPDX-License-Identifier: MIT
 *
 * Half a megabyte of its stack as scratch.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float scratch[1 << 17];

	(void)state;
	for (int64_t i = 0; i < n; i += 1 << 17) {
		int64_t k = n - i < 1 << 17 ? n - i : 1 << 17;

		memcpy(scratch, a + i, (size_t)k * sizeof(float));
		horner_range(b + i, scratch, 0, k);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "big stack",
	.run = run,
};
