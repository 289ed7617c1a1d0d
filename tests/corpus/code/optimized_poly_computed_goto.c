/* SPDX-License-Identifier: MIT
 *
 * An interpreter of three instructions with labels as values.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	static const unsigned char program[] = { 0, 1, 2 };
	const void *const labels[] = { &&divide, &&sum, &&store };
	float u = 0, p = 0;
	int at = 0;

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		at = 0;
		goto *labels[program[at++]];
	divide:
		u = a[i] / (1 + fabsf(a[i]));
		goto *labels[program[at++]];
	sum:
		p = 0;
		for (int k = DEGREE; k >= 0; k--)
			p = p * u + 1.0f / (float)(k + 1);
		goto *labels[program[at++]];
	store:
		b[i] = p;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "computed goto",
	.run = run,
};
