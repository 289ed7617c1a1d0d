/* SPDX-License-Identifier: MIT
 *
 * score.h - a figure that a workload is judged by instead of time.
 *
 * The judge computes it from a call's inputs and from outputs of which every element
 * was compared with the reference, in memory that no variant can reach.  In each pair
 * of launches both arms get the same inputs; the verdict is on the ratio of their
 * scores.
 */
#ifndef AISP_SCORE_H
#define AISP_SCORE_H

#include <aisp/variant.h>

#define AISP_MAX_FIGURES 8

struct aisp_score {
	const char *name; /* what is counted: "misses per request" */
	int more_is_better;
	/* A variant that takes more times as long as the baseline is WORSE; 0: any. */
	double max_times;
	/*
	 * The score is the workspace that a variant asks for (docs/memory.md), and it
	 * gets no byte more; compute() is NULL.
	 */
	int is_memory;
	/* Further figures, such as a 99th percentile; they do not change the verdict.
	 * NaN: there is none, as of too few values. */
	const char *figures[AISP_MAX_FIGURES];

	/*
	 * The score of one call: finite, above 0, such that means over calls make
	 * sense. It fills figures[], in the order of their names.
	 */
	double (*compute)(const struct aisp_io *io, double *figures);
	/* Optional: the best score possible to somebody who sees all inputs at once. */
	double (*bound)(const struct aisp_io *io);
};

/* Memory is judged, in at most `times` times as much time as the baseline; 0: any. */
#define AISP_MEMORY_SCORE(times)                                                       \
	{                                                                              \
		.name = "bytes beside inputs and outputs", .max_times = (times),       \
		.is_memory = 1                                                         \
	}

#endif
