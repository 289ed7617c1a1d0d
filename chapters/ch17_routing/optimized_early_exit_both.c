/* SPDX-License-Identifier: MIT
 *
 * Stops at a layer that is sure and agrees with those before it: a layer that is sure
 * too early is soon contradicted.
 */
#include "workload_early_exit.h"

#define ENOUGH   800 /* of a margin, in thousandths */
#define PATIENCE 3   /* layers that agree with the one before */

static bool takes(const int64_t *p, const struct seen *s)
{
	(void)p;
	return s->margin >= ENOUGH && s->same > PATIENCE;
}

#include "exit_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "exit at a confident layer that agrees with those before",
	.run = run,
};
