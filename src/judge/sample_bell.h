/* SPDX-License-Identifier: MIT
 *
 * sample_bell.h - the calls of one sample, each rung for.
 */
#ifndef AISP_SAMPLE_BELL_H
#define AISP_SAMPLE_BELL_H

#include "sample.h"

/* Sums over the rings of a sample. */
struct aisp_rung {
	int64_t ns, own_ns; /* until all nodes had answered; until this one had */
	/* From the first bell to the last answer, by the clock and by the CPU's
	 * counter: in short rings the readings would count too much. */
	int64_t clock_ns;
	uint64_t first_ticks, ticks;
	double gap_ns, late_ns;
	double free_ns;      /* all calls' time from showing inputs to the bell */
	double most_free_ns; /* of one call */
	int64_t first_ns;    /* when the first bell rang */
	int64_t answered_ns; /* when the last call had answered */
	double between_ns;   /* all calls' time from an answer to the next bell */
	double waited_ns;    /* of the worker for a CPU so far; or NaN */
	double stop_ns;      /* from the last answer until the worker stood still */
	bool is_first_torn, is_torn; /* clock and counter read apart? */
};

/* The rings of a call: the steps of an episode, which do not know the next one. */
int64_t aisp_sample_rings(const struct aisp_session *s);

/*
 * Each call on the CPU sees only its own inputs: the next call's are hidden from the
 * worker until it has answered.  Returns 1 if the variant ended the launch, else 0.
 */
int aisp_sample_call_each(struct aisp_session *s, struct aisp_rung *r,
			  struct aisp_sample *x);

/*
 * Nobody watches a worker between samples, so that it is stopped from its last answer
 * on; but if it has not written all by then it goes on, and what it writes is seen.
 * Returns 1 if the variant ended the launch, else 0.
 */
int aisp_sample_stand_still(struct aisp_session *s, struct aisp_rung *r);

/* The GPU's calls share one ring.  Returns the same. */
int aisp_sample_call_all(struct aisp_session *s, struct aisp_rung *r);

#endif
