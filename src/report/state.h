/* SPDX-License-Identifier: MIT
 *
 * state.h - the state of a whole run, for a list of runs.
 */
#ifndef AISP_STATE_H
#define AISP_STATE_H

#include "run/model.h"

/* In order of gravity: a run's state is the first that applies. */
enum aisp_run_state {
	AISP_RUN_INVALID,      /* a check failed */
	AISP_RUN_FAILED,       /* a variant crashed, hung or gave wrong results */
	AISP_RUN_REGRESSED,    /* something is worse than its expectation */
	AISP_RUN_UNPROVEN,     /* it left a check of the judge out */
	AISP_RUN_INCONCLUSIVE, /* a comparison was not decided */
	AISP_RUN_CUT,          /* it ended early: something was not run */
	AISP_RUN_VAGUE,        /* a SAME within a wide margin, see row.h */
	AISP_RUN_SKIPPED,      /* nothing could be measured */
	AISP_RUN_EMPTY,        /* no result at all */
	AISP_RUN_FINE,
	AISP_N_RUN_STATES
};

enum aisp_run_state aisp_run_state_of(const struct aisp_run *run);

/* The name on pages: "INVALID", "wide margin", "fine". */
const char *aisp_run_state_name(enum aisp_run_state s);

#endif
