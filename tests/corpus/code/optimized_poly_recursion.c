/* SPDX-License-Identifier: MIT
 *
 * Halves until a piece is small.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static void compute(float *b, const float *a, int64_t first, int64_t end)
{
	int64_t middle = first + (end - first) / 2;

	if (end - first <= 64) {
		horner_range(b, a, first, end);
		return;
	}
	compute(b, a, first, middle);
	compute(b, a, middle, end);
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	compute(b, a, 0, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "recursion",
	.run = run,
};
