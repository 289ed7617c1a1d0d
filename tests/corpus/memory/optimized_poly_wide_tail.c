/* SPDX-License-Identifier: MIT
 *
 * The last vector overlaps the one before, and is written twice.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	int64_t i = 0;

	(void)state;
	for (; i + GROUP <= n; i += GROUP)
		horner_group(b, a, i);
	if (n >= GROUP)
		horner_group(b, a, n - GROUP);
	for (; n < GROUP && i < n; i++)
		b[i] = horner(a[i], DEGREE);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "wide tail",
	.run = run,
};
