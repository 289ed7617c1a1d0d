/* SPDX-License-Identifier: MIT
 *
 * Versions of one function among which the loader chooses.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

__attribute__((target_clones("avx2", "default"))) static void
compute(float *b, const float *a, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		float u = a[i] / (1 + fabsf(a[i])), p = 0;

		for (int k = DEGREE; k >= 0; k--)
			p = p * u + 1.0f / (float)(k + 1);
		b[i] = p;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	compute(b, a, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "clones",
	.run = run,
};
