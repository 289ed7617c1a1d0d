/* SPDX-License-Identifier: MIT
 *
 * The high plane for all tokens; for a token that it leaves open, the low plane of all
 * rows.
 * FLAGS: -O3
 */
#include "workload_switch.h"

#include "switch_cpu.h"

/* The only row that may win; -1: there are others. */
static int32_t sure_winner(const int32_t *sum, int64_t n, int64_t least)
{
	int32_t token = -1;

	for (int64_t v = 0; v < n; v++) {
		if (sum[v] < least)
			continue;
		if (token >= 0)
			return -1;
		token = (int32_t)v;
	}
	return token;
}

static int run(const struct aisp_io *io, void *state)
{
	struct rows r = rows_of(io);
	int32_t *sum = (int32_t *)io->workspace, *token = (int32_t *)io->out[0].data;

	(void)state;
	multiply_high(&r, sum);
	for (int64_t t = 0; t < r.tokens; t++) {
		const int32_t *s = sum + t * r.n;

		token[t] = sure_winner(s, r.n, largest(s, r.n) - slack(&r, t));
		if (token[t] < 0)
			token[t] = winner(&r, t, s, INT64_MIN);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "8 bits, and 16 for a token that they leave open",
	.run = run,
};
