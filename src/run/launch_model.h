/* SPDX-License-Identifier: MIT
 *
 * launch_model.h - of a run: what one launch of an arm was.
 */
#ifndef AISP_LAUNCH_MODEL_H
#define AISP_LAUNCH_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "values.h"
#include "word.h"

/* Of a sample of several ranks: who answered last. */
struct aisp_run_last {
	int64_t rank;
	double behind_ns; /* after the one before it */
};

struct aisp_run_launch {
	int64_t block; /* -1: the pilot */
	int64_t position;
	enum aisp_ending status;
	const char *cause, *wrong; /* why it ended badly; what its outputs were */
	int64_t calls_per_sample;
	int64_t start_ns, spawn_ns, wall_ns;
	struct aisp_numbers warmup_ns, samples_ns;
	struct aisp_numbers sm_mhz;       /* of each sample, on a GPU */
	struct aisp_run_last *last_ranks; /* of each sample, where ranks are watched */
	int n_last_ranks;
	struct aisp_numbers
		devices; /* by rank, where each has one: the driver's numbers */
	double median_ns;
	struct aisp_numbers scores; /* of each sample, where a score is judged */
	double score;               /* their mean */
	struct aisp_map evidence;   /* facts by their names */
	const char *undeclared;     /* the one fact that is text */
};

/* Is it part of the arm's median: not the pilot, and nothing went wrong? */
bool aisp_launch_counts(const struct aisp_run_launch *l);

#endif
