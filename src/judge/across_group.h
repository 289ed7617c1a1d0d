/* SPDX-License-Identifier: MIT
 *
 * across_group.h - a comparison whose ranks lie on several nodes: node 0 decides what
 * is launched, the others follow.
 *
 * Without other nodes each of these functions does nothing and returns 0.
 */
#ifndef AISP_ACROSS_GROUP_H
#define AISP_ACROSS_GROUP_H

#include "measure_group.h"

/* What is launched next, as node 0 says; each node checks it. */
struct aisp_order {
	int32_t arm; /* -1: nothing */
	int32_t dist;
	int64_t param[AISP_MAX_PARAMS];
	uint64_t number;
	struct aisp_sampling sampling;
};

/* Is there time for another comparison?  Node 0's word.  0, or -1 with *err filled. */
int aisp_across_is_over(struct aisp_meet *meet, bool *is_over, struct aisp_err *err);

/* Why these nodes do not measure it; NULL: they do, or are none. */
const char *aisp_across_declines(const struct aisp_group *g,
				 const struct aisp_harness *harness);

/*
 * What all nodes must have of a group: its variants, and the least cost of a bell,
 * which is what is subtracted.  0, or -1 with *err filled.
 */
int aisp_across_prepare(struct aisp_group *g, struct aisp_harness *harness,
			struct aisp_err *err);

/* Is this a node that follows? */
bool aisp_across_follows(const struct aisp_harness *harness);

/* Node 0: arm i is launched next, as that number, with c's parameters on data as
 * harness->dist says; -1: none is. */
int aisp_across_lead(struct aisp_harness *harness, int i, uint64_t number,
		     const struct aisp_contract *c, const struct aisp_sampling *s,
		     struct aisp_err *err);

/* Another node: launch what node 0 says, until it says that there is no more. */
int aisp_across_follow(struct aisp_group *g, struct aisp_harness *harness,
		       const struct aisp_limits *limits, struct aisp_err *err);

/* All have measured all; or, with rc, the others hear why not.  rc, or -1. */
int aisp_across_leave(struct aisp_meet *meet, int rc, struct aisp_err *err);

#endif
