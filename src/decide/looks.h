/* SPDX-License-Identifier: MIT
 *
 * looks.h - which arms the next block launches, and when a group is judged.
 */
#ifndef AISP_LOOKS_H
#define AISP_LOOKS_H

#include "group.h"

/* Counts wanted arms that are not decided yet; 0 without a baseline to compare with. */
int aisp_count_open(const struct aisp_group *g);

/*
 * Lists the arms of the next block: the open ones, the baseline, and the library.
 * `arms` has room for AISP_MAX_ARMS indices.  Returns their number.
 */
int aisp_list_block(const struct aisp_group *g, int *arms);

/* Each arm that is still compared was timed for as long as the user wants. */
bool aisp_has_min_time(const struct aisp_group *g, const struct aisp_limits *limits);

/*
 * Of a number of pairs that the user chose: are n_whole enough?  Pairs that others
 * disturbed do not count and are measured anew, in twice as many blocks at most.
 */
bool aisp_has_pairs(int n_blocks, int n_whole, const struct aisp_limits *limits);

/* The least number of pairs that count among the arms that are still open. */
int aisp_count_whole(const struct aisp_group *g);

/*
 * If the user chose a number of pairs, there is one look, when it is reached.  Looks
 * before the least time are skipped.  Either makes fewer looks than the plan has, so
 * that its error rates do not grow.
 */
bool aisp_is_due(int n_blocks, int n_whole, bool has_min_time,
		 const struct aisp_limits *limits);
bool aisp_is_group_look(const struct aisp_group *g, const struct aisp_limits *limits);

/*
 * How long a comparison with limit ns may take: several times ns before its first look,
 * which decides nothing earlier, and while an open arm lacks pairs that this time would
 * give it; ns if the user set the limit.
 */
double aisp_allowed_ns(const struct aisp_group *g, const struct aisp_limits *limits,
		       double ns);

/* The next look, for progress; after the plan's last look, each block may be one. */
int aisp_next_due(int n_blocks, const struct aisp_limits *limits);
int aisp_next_group_look(const struct aisp_group *g, const struct aisp_limits *limits);

/* Compares open arms with the baseline, and settles those that are decided. */
void aisp_group_look(struct aisp_group *g);

#endif
