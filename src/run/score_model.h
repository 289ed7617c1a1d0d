/* SPDX-License-Identifier: MIT
 *
 * score_model.h - of a run: what is said of results that a score judges.
 */
#ifndef AISP_SCORE_MODEL_H
#define AISP_SCORE_MODEL_H

#include "values.h"
#include "word.h"

/* Where a score is judged: means over the launches. */
struct aisp_run_arm_score {
	double value, bound;
	struct aisp_map figures;
};

/* What the ratio of a comparison is a ratio of, where it is not time. */
struct aisp_run_score {
	const char *name;
	enum aisp_better better; /* more or less */
	double max_times;        /* of the baseline's time; NaN: any */
	bool is_clocked;         /* stamps by the judge's clock (docs/serving.md) */
};

#endif
