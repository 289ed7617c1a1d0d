/* SPDX-License-Identifier: MIT
 *
 * Both planes of all rows, for all tokens.
 * FLAGS: -O3
 */
#include "workload_switch.h"

#include "switch_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	struct rows r = rows_of(io);
	int64_t *best = (int64_t *)io->workspace;
	int32_t *token = (int32_t *)io->out[0].data;

	(void)state;
	for (int64_t v = 0; v < r.n; v++)
		for (int64_t t = 0; t < r.tokens; t++) {
			int64_t x = with_low(&r, v, t,
					     dot_high(r.high + v * r.width,
						      r.x + t * r.width, r.width));

			if (v && x <= best[t])
				continue;
			best[t] = x;
			token[t] = (int32_t)v;
		}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all 16 bits of all weights",
	.run = run,
};
