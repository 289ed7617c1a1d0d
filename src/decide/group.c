/* SPDX-License-Identifier: MIT */
#include "group.h"

const char *aisp_arm_status_name(enum aisp_arm_status s)
{
	static const char *const names[] = { "not run", "measured", "skipped",
					     "failed" };

	return names[s];
}

bool aisp_is_active(const struct aisp_group *g, int arm)
{
	const struct aisp_arm *a = &g->arms[arm];

	return a->status != AISP_ARM_SKIPPED && a->status != AISP_ARM_FAILED;
}
