/* SPDX-License-Identifier: MIT
 *
 * sample_bell.h - the calls of one sample, each rung for.
 */
#ifndef AISP_SAMPLE_BELL_H
#define AISP_SAMPLE_BELL_H

#include "sample.h"

/* What the rings of a sample took together. */
struct aisp_rung {
	int64_t ns, own_ns; /* until all nodes had answered; until this one had */
	/* From the first bell to the last answer, by the clock and by the CPU's
	 * counter: of short rings the readings would be a part. */
	int64_t clock_ns;
	uint64_t first_ticks, ticks;
	double gap_ns, late_ns;
	double free_ns; /* from when inputs could be seen until the bell, all calls */
	double most_free_ns; /* of a call */
	int64_t first_ns;    /* when the first bell rang */
	int64_t answered_ns; /* when the last call had answered */
	double between_ns;   /* from answers to the next bells, all calls */
	double waited_ns; /* for a CPU, by the worker until then, since it began; or NaN
			   */
	double stop_ns;   /* from the last answer until the worker stood still */
	bool is_first_torn, is_torn; /* were the readings of its ends apart? */
};

/* Rings of a call: the steps of an episode, of which none knows the next. */
int64_t aisp_sample_rings(const struct aisp_session *s);

/*
 * A call on the CPU sees no inputs but its own: those of the next are kept from the
 * worker until it has answered, or there is no next.  1 if the variant ended the
 * launch.
 */
int aisp_sample_call_each(struct aisp_session *s, struct aisp_rung *r,
			  struct aisp_sample *x);

/*
 * Between samples nobody watches what a worker does; so it stands still from its last
 * answer on.  Who has not written all by then goes on: what becomes of that is seen.  1
 * if the variant ended the launch.
 */
int aisp_sample_stand_still(struct aisp_session *s, struct aisp_rung *r);

/* The GPU's calls share a ring.  Likewise. */
int aisp_sample_call_all(struct aisp_session *s, struct aisp_rung *r);

#endif
