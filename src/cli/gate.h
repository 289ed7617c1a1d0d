/* SPDX-License-Identifier: MIT
 *
 * gate.h - judge a run against the expectations, and measure regressions again, before
 * `aisp bench run` saves it.
 */
#ifndef AISP_GATE_H
#define AISP_GATE_H

#include "judge/document.h"
#include "run/model.h"

struct gate {
	const char *dir; /* --expectations; NULL: the usual place */
	bool is_accepting;
	int n_regressed;   /* confirmed */
	int n_unconfirmed; /* could not be measured again */
	int n_damaged;     /* files that could not be read */
	bool is_cut;       /* the second block was ended early */
};

/*
 * Sets `expectation` of each result.  If one regressed, measures its target once more,
 * as the suite did, and keeps that document as the member `confirmation`. Returns 0, or
 * -1 with *err filled.
 */
int gate_judge(struct gate *g, const struct aisp_suite *s,
	       const struct aisp_occasion *o, struct aisp_run *run,
	       struct aisp_err *err);

/* Like gate_judge(), but without measuring: uses a saved run's own confirmation. */
int gate_judge_saved(struct gate *g, const char *root, struct aisp_run *run,
		     struct aisp_err *err);

/* Records a judged run's results, and says so on stderr.  0, or -1 with *err filled. */
int gate_accept(const struct gate *g, const char *root, const struct aisp_run *run,
		struct aisp_err *err);

/* The exit status of a judged run, from its results and their expectations. */
int gate_status(const struct gate *g, const struct aisp_run *run);

#endif
