/* SPDX-License-Identifier: MIT
 *
 * Stops at the first layer that is sure enough (T. Schuster et al., Confident Adaptive
 * Language Modeling, NeurIPS 2022).
 */
#include "workload_early_exit.h"

#define ENOUGH 900 /* of a margin, in thousandths */

static bool takes(const int64_t *p, const struct seen *s)
{
	(void)p;
	return s->margin >= ENOUGH;
}

#include "exit_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "exit at the first confident layer",
	.run = run,
};
