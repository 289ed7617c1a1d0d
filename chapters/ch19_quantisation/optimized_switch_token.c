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

static int32_t decide(const struct rows *r, int64_t t, const int32_t *sum,
		      int64_t least)
{
	int32_t token = sure_winner(sum, r->n, least);

	return token < 0 ? winner(r, t, sum, INT64_MIN) : token;
}

#include "switch_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "8 bits of all weights, 16 for a token that they leave open",
	.run = run,
};
