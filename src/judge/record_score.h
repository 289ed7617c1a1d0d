/* SPDX-License-Identifier: MIT
 *
 * record_score.h - scores in results.json (docs/results.md).
 */
#ifndef AISP_RECORD_SCORE_H
#define AISP_RECORD_SCORE_H

#include <jansson.h>

#include "decide/group.h"

/* What all results of a workload say of its score; NULL where time is judged. */
json_t *aisp_record_score(const struct aisp_merit *m);

/* Means over the arm's launches but the pilot; NULL where time is judged. */
json_t *aisp_record_arm_score(const struct aisp_score *score, const struct aisp_arm *a);

/* Nothing is added where time is judged. */
void aisp_record_launch_scores(json_t *launch, const struct aisp_measured *m);

#endif
