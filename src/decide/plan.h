/* SPDX-License-Identifier: MIT
 *
 * plan.h - how many calls a sample and how many samples a launch has,
 * and the order of launches.
 */
#ifndef AISP_PLAN_H
#define AISP_PLAN_H

#include "base/rng.h"
#include "group.h"

/*
 * Fill g->sampling from the pilots' times: the same for all arms,
 * so that they see the same caches and the same clock.
 */
void aisp_group_plan(struct aisp_group *g, const struct aisp_limits *limits);

/*
 * The order of n arms in a block, as aisp_plan_block() makes it: a matter of the seed
 * alone, so that a variant cannot foresee it and the same seed reproduces it.
 */
void aisp_plan_order(const struct aisp_seed *seed, int block, int n, int *order);

#endif
