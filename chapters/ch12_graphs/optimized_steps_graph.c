/* SPDX-License-Identifier: MIT
 *
 * The threads are started once, with all steps; after each step they wait for each
 * other.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_steps.h"

#include "field_steps.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "threads are woken once, a barrier for each step",
	.setup = aisp_team_start,
	.run = run,
};
