/* SPDX-License-Identifier: MIT
 *
 * gate.h - what `aisp bench run` does with a run before it is
 * saved: judge it against the expectations, and measure regressions again.
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
 * Set `expectation` of each result.  If one regressed, measure its target once
 * more, like the suite did, and keep that document as the member `confirmation`.
 * 0, or -1 with *err filled.
 */
int gate_judge(struct gate *g, const struct aisp_suite *s,
	       const struct aisp_occasion *o, struct aisp_run *run,
	       struct aisp_err *err);

/* The same without measuring: a saved run and its own confirmation. */
int gate_judge_saved(struct gate *g, const char *root, struct aisp_run *run,
		     struct aisp_err *err);

/* Record what a judged run found, and say so on stderr.  0, or -1 with *err filled. */
int gate_accept(const struct gate *g, const char *root, const struct aisp_run *run,
		struct aisp_err *err);

/* The exit status of a judged run, by its results and what was expected of them. */
int gate_status(const struct gate *g, const struct aisp_run *run);

#endif
