/* SPDX-License-Identifier: MIT
 *
 * prove_corpus.h - honest variants that do what looks suspicious: how often does a
 * check fail one of them?
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
	int n_skipped;   /* runs that could not be made here, in no other count */
	int n_disturbed; /* rejected because others took their CPU (prove_judge.h),
			    likewise */
	struct aisp_arena arena;
};

/*
 * Run the pairs of each directory that matches `dirs` (glob(3) with braces), on the
 * wanted devices, p->n_repeat times.  `show` is called with each alarm.  0, or -1 with
 * *err filled; to be released in any case.
 */
int prove_corpus(struct prove *p, const char *dirs, struct prove_alarms *alarms,
		 void (*show)(void *arg, const struct prove_alarm *alarm),
		 struct aisp_err *err);
void prove_alarms_release(struct prove_alarms *alarms);

/* At most one in a hundred runs is a false alarm. */
bool prove_is_quiet(const struct prove_alarms *alarms);

#endif
