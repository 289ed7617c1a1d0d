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
 * so that they see the same caches and the same clock.  Where others had the CPUs
 * during a pilot, a launch has few samples.
 */
void aisp_group_plan(struct aisp_group *g, const struct aisp_limits *limits);

/*
 * How many calls precede the ones whose time counts in the n-th launch at sizes that
 * are not announced: twice as many as in the one before, which was slow, since a
 * variant may try algorithms in its first calls; as many at most as a launch has here.
 */
int aisp_plan_before(const struct aisp_sampling *here, int n_tries);

/*
 * The order of n arms in a block, as aisp_plan_block() makes it: a matter of the seed
 * alone, so that a variant cannot foresee it and the same seed reproduces it.
 */
void aisp_plan_order(const struct aisp_seed *seed, int block, int n, int *order);

/*
 * The time that a ring may take where a driver shares its device: limit_ns, or as many
 * times that as the empty worker's start or ring took of what a device takes that is
 * alone, but not without end.
 */
int64_t aisp_shared_limit_ns(int64_t limit_ns, const struct aisp_bias *empty);

#endif
