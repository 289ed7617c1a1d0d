/* SPDX-License-Identifier: MIT
 *
 * A table that is made while the object is loaded, from no input.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static float c[DEGREE + 1];

__attribute__((constructor)) static void fill(void)
{
	for (int k = 0; k <= DEGREE; k++)
		c[k] = 1.0f / (float)(k + 1);
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		float u = a[i] / (1 + fabsf(a[i])), p = 0;

		for (int k = DEGREE; k >= 0; k--)
			p = p * u + c[k];
		b[i] = p;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "constructor",
	.run = run,
};
