/* SPDX-License-Identifier: MIT
 *
 * ranks.h - the workers of one launch, where several processes share its calls.
 *
 * Rank 0 is the launch itself; the others hang on it in a list, one each.  They have
 * its plan, so that one word releases all, and a report of their own.
 */
#ifndef AISP_JUDGE_RANKS_H
#define AISP_JUDGE_RANKS_H

#include "session.h"

/* The ranks here behind the first, of a launch whose plan is filled; it frees them,
 * whatever happens.  0, or -1 with *err filled. */
int aisp_ranks_new(struct aisp_launch *l, const struct aisp_placement *where,
		   struct aisp_err *err);
void aisp_ranks_free(struct aisp_launch *l);

/* Start all of them, each on CPUs of its own if there are enough.  0, or -1 with *err
 * filled. */
int aisp_ranks_spawn(struct aisp_launch *l, const struct aisp_placement *where,
		     const char *lib, struct aisp_err *err);

/* What each of their commands may take from now on. */
void aisp_ranks_limit(struct aisp_launch *l, int64_t ns);

/* The CPUs on which their threads ran last. */
void aisp_ranks_where(const struct aisp_launch *l, cpu_set_t *cpus);

/* Around the timed calls: what ranks 1 and on were, and which facts about the launch
 * that makes worse. */
void aisp_ranks_begin_facts(struct aisp_session *s);
/* Facts of other ranks join e's. */
void aisp_ranks_join_facts(struct aisp_evidence *e, const struct aisp_evidence *its);
void aisp_ranks_end_facts(struct aisp_session *s, struct aisp_evidence *e);

#endif
