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

/* What node 0 launches next; each node checks it. */
struct aisp_order {
	int32_t arm; /* -1: nothing */
	int32_t dist;
	int64_t param[AISP_MAX_PARAMS];
	uint64_t number;
	struct aisp_sampling sampling;
};

/* Is the time for comparisons over, as node 0 says? 0, or -1 with *err filled. */
int aisp_across_is_over(struct aisp_meet *meet, bool *is_over, struct aisp_err *err);

/* Why g cannot be measured on these nodes; NULL: it can. */
const char *aisp_across_declines(const struct aisp_group *g,
				 const struct aisp_harness *harness);

/*
 * Agree on a group: skip variants that a node lacks, and subtract the least cost of a
 * bell that any node measured.  Returns 0, or -1 with *err filled.
 */
int aisp_across_prepare(struct aisp_group *g, struct aisp_harness *harness,
			struct aisp_err *err);

/* Is this a node that follows? */
bool aisp_across_follows(const struct aisp_harness *harness);

/* Node 0 announces its next launch: arm i under that number, with c's parameters, on
 * data of harness->dist; -1: no more. */
int aisp_across_lead(struct aisp_harness *harness, int i, uint64_t number,
		     const struct aisp_contract *c, const struct aisp_sampling *s,
		     struct aisp_err *err);

/* Node 0 announces no more launches of g. */
int aisp_across_end_group(const struct aisp_group *g, struct aisp_harness *harness,
			  struct aisp_err *err);

/* Another node launches what node 0 announces, until there is no more. */
int aisp_across_follow(struct aisp_group *g, struct aisp_harness *harness,
		       const struct aisp_limits *limits, struct aisp_err *err);

/* All nodes are done; or, with rc, the others are told why not.  Returns rc or -1. */
int aisp_across_leave(struct aisp_meet *meet, int rc, struct aisp_err *err);

#endif
