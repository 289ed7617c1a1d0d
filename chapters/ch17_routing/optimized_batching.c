/* SPDX-License-Identifier: MIT
 *
 * Between any two steps a waiting request gets a free seat, and its whole prompt is
 * filled in with the next step (G. Yu et al., Orca, OSDI 2022).
 */
#include "workload_batching.h"

#include "view.h"

static struct command decide(const struct view *v)
{
	return admit_or_step(v, ALL);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a free seat is given between any two steps",
	.run = run,
};
