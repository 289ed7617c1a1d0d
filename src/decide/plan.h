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
 * Fills g->sampling from the pilots' times, the same for all arms, so that they see the
 * same caches and clocks.  If others had the CPUs during a pilot, a launch has few
 * samples.
 */
void aisp_group_plan(struct aisp_group *g, const struct aisp_limits *limits);

/*
 * How many calls precede the timed ones in the n-th launch at sizes that were not
 * announced: twice as many as in the launch before, which was slow, since a variant may
 * try algorithms in its first calls; at most as many as a launch has here.
 */
int aisp_plan_before(const struct aisp_sampling *here, int n_tries);

/*
 * The order of n arms in a block, by aisp_plan_block().  It depends only on the seed: a
 * variant cannot foresee it, and the same seed reproduces it.
 */
void aisp_plan_order(const struct aisp_seed *seed, int block, int n, int *order);

/*
 * The time limit of a ring if others share the device: limit_ns times the ratio of the
 * empty worker's start or ring to that on a device of its own, at most MAX_SHARERS.
 */
int64_t aisp_shared_limit_ns(int64_t limit_ns, const struct aisp_bias *empty);

#endif
