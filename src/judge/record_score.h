/* SPDX-License-Identifier: MIT
 *
 * record_score.h - scores in results.json (docs/results.md).
 */
#ifndef AISP_RECORD_SCORE_H
#define AISP_RECORD_SCORE_H

#include <jansson.h>

#include "decide/group.h"

/* The score's facts that hold for all results of a workload; NULL if time is judged. */
json_t *aisp_record_score(const struct aisp_merit *m);

/* Means over the arm's launches after the pilot; call it only if there is a score. */
json_t *aisp_record_arm_score(const struct aisp_score *score, const struct aisp_arm *a);

/* Adds nothing if time is judged. */
void aisp_record_launch_scores(json_t *launch, const struct aisp_measured *m);

#endif
