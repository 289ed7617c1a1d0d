/* SPDX-License-Identifier: MIT
 *
 * hostile.h - calls on hostile data at the announced size, among those that are timed.
 */
#ifndef AISP_HOSTILE_H
#define AISP_HOSTILE_H

#include "decide/group.h"
#include "measure.h"

/* Choose whether the next launch of an arm, the pilot (block -1) or another, has such a
 * call, and of which kind: s->has_hostile, s->is_adversarial. */
void aisp_hostile_choose(struct aisp_sampling *s, const struct aisp_harness *h,
			 const struct aisp_arm *a, int block);

/* The distribution of that call's data, beside samples on data of `usual`. */
enum aisp_dist aisp_hostile_dist(const struct aisp_sampling *s, enum aisp_dist usual);

/* The name of an integer input that is never tried with more than 8 bits: the default
 * fill makes it, and no prepare() changes it.  NULL: there is none. */
const char *aisp_hostile_lacks(const struct aisp_contract *c);

#endif
