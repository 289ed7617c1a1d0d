/* SPDX-License-Identifier: MIT
 *
 * prove_corpus.h - how often a check fails an honest variant that does something
 * suspicious.
 */
#ifndef AISP_PROVE_CORPUS_H
#define AISP_PROVE_CORPUS_H

#include "prove.h"

struct prove_alarm {
	const char *target;
	const struct prove_side *side;
};

/* Zeroed it holds nothing, and may be released. */
struct prove_alarms {
	struct prove_alarm *at;
	int n;
	int n_variants, n_runs;
	/* Runs that no other number counts: those that could not be made here, and
	 * those rejected because others took their CPU (prove_judge.h). */
	int n_skipped, n_disturbed;
	struct aisp_arena arena;
};

/*
 * Run the pairs of each directory that matches `dirs` (glob(3) with braces), on the
 * wanted devices, p->n_repeat times.  `show` is called with each alarm.  Returns 0, or
 * -1 with *err filled; release *alarms in any case.
 */
int prove_corpus(struct prove *p, const char *dirs, struct prove_alarms *alarms,
		 void (*show)(void *arg, const struct prove_alarm *alarm),
		 struct aisp_err *err);
void prove_alarms_release(struct prove_alarms *alarms);

/* Is at most one in a hundred runs a false alarm? */
bool prove_is_quiet(const struct prove_alarms *alarms);

#endif
