/* SPDX-License-Identifier: MIT
 *
 * plan.h - how many calls a sample and how many samples a launch has.
 */
#ifndef AISP_PLAN_H
#define AISP_PLAN_H

#include "group.h"

/*
 * Fill g->sampling from the pilots' times: the same for all arms,
 * so that they see the same caches and the same clock.
 */
void aisp_group_plan(struct aisp_group *g, const struct aisp_limits *limits);

#endif
