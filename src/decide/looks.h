/* SPDX-License-Identifier: MIT
 *
 * looks.h - which arms the next block launches, and when a group is looked at.
 */
#ifndef AISP_LOOKS_H
#define AISP_LOOKS_H

#include "group.h"

/* Wanted arms that are not decided yet; 0 without a baseline to compare with. */
int aisp_count_open(const struct aisp_group *g);

/*
 * The arms of the next block: what is open, the baseline, and the library.  arms has
 * room for AISP_MAX_ARMS indices; the number of them.
 */
int aisp_list_block(const struct aisp_group *g, int *arms);

/* Each arm that is still compared was timed for as long as the user wants. */
bool aisp_has_min_time(const struct aisp_group *g, const struct aisp_limits *limits);

/*
 * Of a number of pairs that the user chose: are n_whole enough?  Pairs that others
 * disturbed do not count and are measured anew, in twice as many blocks at most.
 */
bool aisp_has_pairs(int n_blocks, int n_whole, const struct aisp_limits *limits);

/* Pairs that count of the open arm that has the fewest. */
int aisp_count_whole(const struct aisp_group *g);

/*
 * A number of pairs that the user chose is looked at once, when it is complete;
 * looks before the least time are left out.  Either makes fewer looks than the plan
 * has, so that none of its error rates grows.
 */
bool aisp_is_due(int n_blocks, int n_whole, bool has_min_time,
		 const struct aisp_limits *limits);
bool aisp_is_group_look(const struct aisp_group *g, const struct aisp_limits *limits);

/*
 * What a comparison may take that is given ns: several times that until the first look,
 * before which all is vain, and while an open arm lacks pairs of it that so much time
 * would give it, unless the user set the limit.
 */
double aisp_allowed_ns(const struct aisp_group *g, const struct aisp_limits *limits,
		       double ns);

/* For who waits; after the plan's last each block may end the least time. */
int aisp_next_due(int n_blocks, const struct aisp_limits *limits);
int aisp_next_group_look(const struct aisp_group *g, const struct aisp_limits *limits);

/* Compare what is open with the baseline; what that decides is settled. */
void aisp_group_look(struct aisp_group *g);

#endif
