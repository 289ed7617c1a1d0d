/* SPDX-License-Identifier: MIT
 *
 * compare_model.h - results that two sides have in common, which were not measured
 * together, and the differences of their manifests.
 */
#ifndef AISP_COMPARE_MODEL_H
#define AISP_COMPARE_MODEL_H

#include "history_model.h"

/* What one value in the statistics stands for. */
enum aisp_compared_unit {
	AISP_COMPARED_LAUNCHES,
	AISP_COMPARED_RUNS,
	AISP_COMPARED_PAIRS, /* of runs, one of each side */
	AISP_N_COMPARED_UNITS
};

const char *aisp_compared_unit_name(enum aisp_compared_unit u); /* "launch" */

/* One experiment; arrays of two hold side a, then side b. */
struct aisp_compared_row {
	const struct aisp_history_row *of; /* on side a */
	enum aisp_word verdict;            /* of b; AISP_WORD_NONE: NOT-COMPARED */
	char why[640];
	enum aisp_compared_unit unit;
	int n_left_out;           /* pairs of which one side has no figures */
	const char *left_out_why; /* the last of them */
	bool has_figures;         /* of both sides; else those below are unset */
	bool is_same_object, is_same_machine;
	bool is_other_baseline; /* one of another object */
	int n_runs[2], n[2];    /* n: units */
	double margin, confidence;
	double speedup[2], time_ns[2], baseline_ns[2]; /* geometric means */
	enum aisp_history_metric metric;               /* of which the ratio is */
	double ratio, ratio_ci[2];                     /* above 1: b is better */
	struct aisp_numbers pairs_ns[2];
};

/* A member of the manifests; NULL if that side lacks it. */
struct aisp_difference {
	const char *what, *a, *b; /* "hardware.cpu_model" */
};

/* A zeroed struct is empty, and may be released. */
struct aisp_compared {
	struct aisp_compared_row *rows;
	int n_rows;
	struct aisp_texts only[2]; /* targets of one side only */
	struct aisp_difference *differs;
	int n_differs;
	json_t *flat[2]; /* own the differences' texts */
	struct aisp_arena arena;
};

void aisp_compared_release(struct aisp_compared *c);

/* "FASTER", "NOT-COMPARED" */
const char *aisp_compared_word(const struct aisp_compared_row *row);

/*
 * Finds what differs between two manifests, without times, commands and peaks.  Returns
 * 0, or -1 if out of memory.
 */
int aisp_manifest_diff(struct aisp_compared *c, const json_t *a, const json_t *b);

#endif
