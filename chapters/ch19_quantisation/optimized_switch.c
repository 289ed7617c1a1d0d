/* SPDX-License-Identifier: MIT
 *
 * The high plane for all tokens, and the low plane of those rows that may still win.
 * FLAGS: -O3
 */
#include "workload_switch.h"

#include "switch_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	struct rows r = rows_of(io);
	int32_t *sum = (int32_t *)io->workspace, *token = (int32_t *)io->out[0].data;

	(void)state;
	multiply_high(&r, sum);
	for (int64_t t = 0; t < r.tokens; t++) {
		const int32_t *s = sum + t * r.n;

		token[t] = winner(&r, t, s, largest(s, r.n) - slack(&r, t));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "8 bits, and 16 of the rows that may still win",
	.run = run,
};
