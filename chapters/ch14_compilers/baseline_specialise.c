/* SPDX-License-Identifier: MIT
 *
 * One loop for every filter.
 */
#include "workload_specialise.h"

#include "strips_specialise.h"

AISP_CLONES static int64_t filter_any(float *y, const float *x, const float *c,
				      const int64_t *p)
{
	int64_t i = 0;

	for (; i + STRIP <= p[N]; i += STRIP)
		filter_sums(y + i, x + i, c, p[TAPS], p[APART]);
	return i;
}

static int run(const struct aisp_io *io, void *state)
{
	float *y = aisp_out_f32(io, 0);
	const float *x = aisp_in_f32(io, 0), *c = aisp_in_f32(io, 1);

	(void)state;
	filter_rest(y, x, c, io->param, filter_any(y, x, c, io->param));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "taps and their distance as variables",
	.run = run,
};
