/* SPDX-License-Identifier: MIT
 *
 * score_model.h - part of a run: results that a score judges.
 */
#ifndef AISP_SCORE_MODEL_H
#define AISP_SCORE_MODEL_H

#include "values.h"
#include "word.h"

/* An arm's score: means over the launches. */
struct aisp_run_arm_score {
	double value, bound;
	struct aisp_map figures;
};

/* The score that a comparison's ratio is of, if it is not time. */
struct aisp_run_score {
	const char *name;
	enum aisp_better better; /* more or less */
	double max_times;        /* of the baseline's time; NaN: no limit */
	bool is_clocked;         /* stamped by the judge's clock (docs/serving.md) */
};

#endif
