/* SPDX-License-Identifier: MIT
 *
 * A lane of a vector cannot take a branch of its own: each point goes through both
 * polynomials, and the sign picks a result.  Twice the arithmetic, in vectors.
 */
#include "workload_divergence.h"

#include "lanes_divergence.h"

AISP_CLONES static void evaluate(float *y, const float *x, int64_t n, const float *c,
				 int64_t degree)
{
	float t[STRIP] = { 0 }, below[STRIP], above[STRIP];

	for (int64_t i = 0; i < n; i++)
		t[i] = clamped(x[i]);
	horner_strip(c, degree, t, below);
	horner_strip(c + degree + 1, degree, t, above);
	for (int64_t i = 0; i < n; i++)
		y[i] = t[i] < 0 ? below[i] : above[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	for (int64_t i = 0; i < n; i += STRIP)
		evaluate(aisp_out_f32(io, 0) + i, aisp_in_f32(io, 0) + i,
			 n - i < STRIP ? n - i : STRIP, aisp_in_f32(io, 1),
			 io->param[DEGREE]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "both polynomials in vectors, one result picked",
	.run = run,
};
