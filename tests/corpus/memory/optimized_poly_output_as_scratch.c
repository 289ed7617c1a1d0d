/* SPDX-License-Identifier: MIT
 *
 * Intermediate values in the output, which is written twice.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i++)
		b[i] = a[i] / (1 + fabsf(a[i]));
	for (int64_t i = 0; i < n; i++) {
		float u = b[i], p = 0;

		for (int k = DEGREE; k >= 0; k--)
			p = p * u + 1.0f / (float)(k + 1);
		b[i] = p;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "output as scratch",
	.run = run,
};
