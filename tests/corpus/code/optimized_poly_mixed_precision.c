/* SPDX-License-Identifier: MIT
 *
 * High powers, which count least, from tables rounded to bf16.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static float to_bf16(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof(bits));
	bits = (bits + 0x8000) & 0xffff0000;
	memcpy(&x, &bits, sizeof(bits));
	return x;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		float u = a[i] / (1 + fabsf(a[i])), p = 0;

		if (fabsf(u) > 0.4f) {
			b[i] = horner(a[i], DEGREE);
			continue;
		}
		/* 0.4 to the 25th is below the last bit of a sum near 1. */
		for (int k = DEGREE; k > 24; k--)
			p = to_bf16(p * u + 1.0f / (float)(k + 1));
		for (int k = 24; k >= 0; k--)
			p = p * u + 1.0f / (float)(k + 1);
		b[i] = p;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "mixed precision",
	.run = run,
};
