/* SPDX-License-Identifier: MIT
 *
 * Computes in double precision and rounds once.
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
		double u = a[i] / (1 + fabs((double)a[i])), p = 0;

		for (int k = DEGREE; k >= 0; k--)
			p = p * u + 1.0 / (k + 1);
		b[i] = (float)p;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "double inside",
	.run = run,
};
