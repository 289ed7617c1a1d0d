/* SPDX-License-Identifier: MIT
 *
 * Estrin's scheme: other sums, other rounding.
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
		float u = a[i] / (1 + fabsf(a[i])), u2 = u * u, even = 0, odd = 0;

		for (int k = DEGREE; k >= 0; k -= 2)
			even = even * u2 + 1.0f / (float)(k + 1);
		for (int k = DEGREE - 1; k >= 0; k -= 2)
			odd = odd * u2 + 1.0f / (float)(k + 1);
		b[i] = even + u * odd;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "estrin",
	.run = run,
};
