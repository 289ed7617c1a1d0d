/* SPDX-License-Identifier: MIT
 *
 * Calls through a table of functions, by the length that is left.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static void one(float *b, const float *a, int64_t i)
{
	b[i] = horner(a[i], DEGREE);
}

static void (*const compute[])(float *b, const float *a, int64_t i) = { one,
									horner_group };

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n;) {
		int is_wide = n - i >= GROUP;

		compute[is_wide](b, a, i);
		i += is_wide ? GROUP : 1;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "function table",
	.run = run,
};
