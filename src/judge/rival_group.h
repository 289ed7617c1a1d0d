/* SPDX-License-Identifier: MIT
 *
 * rival_group.h - in which launches of a comparison outputs are compared with the
 * baseline's (rival.h): the pilots, and one of the first blocks of timed launches,
 * which no variant knows.  In one call of each of these launches, drawn anew, all arms
 * get the same inputs.
 */
#ifndef AISP_RIVAL_GROUP_H
#define AISP_RIVAL_GROUP_H

#include "decide/group.h"
#include "measure.h"

/* Draw the block; nothing if this group's outputs cannot be kept, or are on a device.
 * Returns 0, or -1 with *err filled. */
int aisp_rival_begin(struct aisp_group *g, const struct aisp_harness *harness,
		     struct aisp_err *err);
void aisp_rival_end(struct aisp_group *g);

/* The order of a block of n arms (decide/plan.h); in that block the baseline, arm 0 in
 * the list of arms, is the first. */
void aisp_rival_order(const struct aisp_group *g, const struct aisp_seed *seed, int n,
		      int *order);

/* The group's sampling for a launch of arm i in that block, -1 being the pilot. */
struct aisp_sampling aisp_rival_sampling(struct aisp_group *g,
					 const struct aisp_harness *harness, int i,
					 int block);

#endif
