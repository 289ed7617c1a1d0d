/* SPDX-License-Identifier: MIT
 *
 * The high plane for all tokens, and the low plane of those rows that may still win.
 * FLAGS: -O3
 */
#include "workload_switch.h"

#include "switch_cpu.h"

static int32_t decide(const struct rows *r, int64_t t, const int32_t *sum,
		      int64_t least)
{
	return winner(r, t, sum, least);
}

#include "switch_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "8 bits of all weights, 16 of the rows that may still win",
	.run = run,
};
