/* SPDX-License-Identifier: MIT
 *
 * ranks.h - the workers of one launch, where several processes share its calls.
 *
 * The first rank is the launch itself; the others follow it in a list.  They share its
 * plan, so that one word releases all, and have a report each.
 */
#ifndef AISP_JUDGE_RANKS_H
#define AISP_JUDGE_RANKS_H

#include "session.h"

/* Add this node's other ranks to a launch whose plan is filled; aisp_ranks_free() frees
 * them, also on failure.  Returns 0, or -1 with *err filled. */
int aisp_ranks_new(struct aisp_launch *l, const struct aisp_placement *where,
		   struct aisp_err *err);
void aisp_ranks_free(struct aisp_launch *l);

/* Start all ranks, each on CPUs of its own if there are enough.  Returns 0, or -1 with
 * *err filled. */
int aisp_ranks_spawn(struct aisp_launch *l, const struct aisp_placement *where,
		     const char *lib, struct aisp_err *err);

/* Limit the time of each of their commands from now on. */
void aisp_ranks_limit(struct aisp_launch *l, int64_t ns);

/* The CPUs on which the ranks' threads ran last. */
void aisp_ranks_where(const struct aisp_launch *l, cpu_set_t *cpus);

/* Call them around the timed calls: read what ranks 1 and on were; then join their
 * facts to e, as far as they are worse. */
void aisp_ranks_begin_facts(struct aisp_session *s);
/* Join the facts of another rank or node to e's. */
void aisp_ranks_join_facts(struct aisp_evidence *e, const struct aisp_evidence *its);
void aisp_ranks_end_facts(struct aisp_session *s, struct aisp_evidence *e);

#endif
