/* SPDX-License-Identifier: MIT
 *
 * recheck.h - judge the saved evidence of a run again, by the checks and the rule of
 * today.
 */
#ifndef AISP_RECHECK_H
#define AISP_RECHECK_H

#include <jansson.h>

#include "decide/group.h"
#include "run/model.h"

/* Evidence from the run's journal; see facts.h. */
struct aisp_recheck {
	const struct aisp_limits *limits; /* checks left out, pairs asked for */
	bool has_journal;
	const json_t *missing; /* launches that each arm lacks; see journal_check.h */
	double n_edited;
};

/*
 * Replace the comparisons and ledgers of all measured results in a copy of the run's
 * document.  Medians come from the samples if there are any.  Returns 0, or -1 with
 * *err filled.
 */
int aisp_recheck(const struct aisp_recheck *r, const struct aisp_run *run,
		 json_t *results, struct aisp_err *err);

#endif
