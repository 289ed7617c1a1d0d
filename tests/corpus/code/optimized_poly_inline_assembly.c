/* SPDX-License-Identifier: MIT
 *
 * Multiplies and adds in assembly of its own.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

#if defined(__x86_64__)
static float step(float p, float u, float c)
{
	__asm__("mulss %1, %0\n\taddss %2, %0" : "+x"(p) : "x"(u), "x"(c));
	return p;
}
#else
static float step(float p, float u, float c)
{
	return p * u + c;
}
#endif

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		float u = a[i] / (1 + fabsf(a[i])), p = 0;

		for (int k = DEGREE; k >= 0; k--)
			p = step(p, u, 1.0f / (float)(k + 1));
		b[i] = p;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "inline assembly",
	.run = run,
};
