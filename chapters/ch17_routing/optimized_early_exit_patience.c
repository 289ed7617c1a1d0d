/* SPDX-License-Identifier: MIT
 *
 * Stops at the first layer that agrees with a given number of layers before it (W. Zhou
 * et al., BERT Loses Patience, NeurIPS 2020).
 */
#include "workload_early_exit.h"

#define PATIENCE 7 /* layers that agree with the one before */

static bool takes(const int64_t *p, const struct seen *s)
{
	(void)p;
	return s->same > PATIENCE;
}

#include "exit_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "exit at the first layer that agrees with those before it",
	.run = run,
};
