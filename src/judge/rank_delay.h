/* SPDX-License-Identifier: MIT
 *
 * rank_delay.h - a call in which the judge holds one rank back.
 *
 * One bell starts all ranks within microseconds, so that a rank which reads what its
 * peers show without having waited for it is right by luck.  In a call of each launch,
 * among the timed ones and like them but for its time, one rank is stopped before the
 * bell and goes on some time after it.  In another call it is stopped again where what
 * ranks show each other changes: a rank that says too early that its data are there is
 * then stopped in between.  Which rank, in which call, at which change and for how long
 * is drawn.
 */
#ifndef AISP_RANK_DELAY_H
#define AISP_RANK_DELAY_H

#include "session.h"

/* No rank is held back for longer: a variant that waits longer than that without
 * looking gets through. */
#define AISP_MAX_DELAY_NS INT64_C(200000000)

/* Choose the sample before which these calls come; none if a call has one rank. */
void aisp_delay_draw(struct aisp_session *s);

/*
 * Make those calls, after as many samples as m has; their outputs have a tally of their
 * own.  Returns 0; 1 if the variant ended the launch, -1 with *err filled.
 */
int aisp_delay_sample(struct aisp_session *s, const struct aisp_measured *m,
		      struct aisp_err *err);

/* What these calls found beyond the timed ones. */
void aisp_delay_facts(const struct aisp_session *s, struct aisp_evidence *e);

#endif
