/* SPDX-License-Identifier: MIT
 *
 * Leaves its loop by longjmp().
 */
#include <setjmp.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static void compute(float *b, const float *a, int64_t n, jmp_buf end)
{
	for (int64_t i = 0;; i++) {
		if (i == n)
			longjmp(end, 1);
		b[i] = horner(a[i], DEGREE);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	jmp_buf end;

	(void)state;
	if (!setjmp(end))
		compute(b, a, n, end);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "longjmp",
	.run = run,
};
