/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the cells, and a barrier follows each step.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_field.h"

#include "field_steps.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "cells divided among threads, a barrier per step",
	.setup = aisp_team_start,
	.run = run,
};
