/* SPDX-License-Identifier: MIT
 *
 * launch_model.h - part of a run: one launch of an arm.
 */
#ifndef AISP_LAUNCH_MODEL_H
#define AISP_LAUNCH_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "values.h"
#include "word.h"

/* The rank that answered last in a sample of several ranks. */
struct aisp_run_last {
	int64_t rank;
	double behind_ns; /* after the one before it */
};

struct aisp_run_launch {
	int64_t block; /* -1: the pilot */
	int64_t position;
	enum aisp_ending status;
	const char *cause, *wrong; /* why it ended badly; how outputs were wrong */
	int64_t calls_per_sample;
	int64_t start_ns, spawn_ns, wall_ns;
	struct aisp_numbers warmup_ns, samples_ns;
	struct aisp_numbers sm_mhz;       /* of each sample, on a GPU */
	struct aisp_run_last *last_ranks; /* of each sample, if ranks are watched */
	int n_last_ranks;
	struct aisp_numbers
		devices; /* by rank, if each has one: the driver's numbers */
	double median_ns;
	struct aisp_numbers scores; /* of each sample, if a score is judged */
	double score;               /* their mean */
	struct aisp_map evidence;   /* facts by their names */
	const char *undeclared, *beside, *broken; /* the facts that are text */
};

/* No pilot, and ended well: its facts are known. */
bool aisp_launch_is_whole(const struct aisp_run_launch *l);

/* Does its time count, for verdicts and for all that stands beside them?  Not if other
 * programs disturbed it. */
bool aisp_launch_counts(const struct aisp_run_launch *l);

#endif
