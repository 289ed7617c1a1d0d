/* SPDX-License-Identifier: MIT
 *
 * proof.h - the proof of benefit: what runs reached, compared with expectations; rows
 * that need attention come first.
 */
#ifndef AISP_PROOF_H
#define AISP_PROOF_H

#include <jansson.h>
#include <stdio.h>

#include "run/model.h"

/* In the order of the table. */
enum aisp_proof_state {
	AISP_PROOF_FAILED,
	AISP_PROOF_REGRESSED,
	AISP_PROOF_UNCLEAR,
	AISP_PROOF_NO_EXPECTATION,
	AISP_PROOF_NOT_MEASURED,
	AISP_PROOF_NOT_JUDGED,
	AISP_PROOF_IMPROVED,
	AISP_PROOF_HOLDS,
	AISP_N_PROOF_STATES
};

const char *aisp_proof_state_name(enum aisp_proof_state s); /* "NOT-MEASURED" */

/* A missing text is NULL, a missing number NaN. */
struct aisp_proof_row {
	enum aisp_proof_state state;
	const char *target, *class, *params, *distribution, *verdict, *over;
	const char *grade, *date, *commit, *run, *why;
	double speedup, ci_low, ci_high, expected, at_least;
	double time_ns, vs_library, of_the_limit, launches;
	bool is_open; /* INCONCLUSIVE */
};

/* If zeroed, it is empty and may be released. */
struct aisp_proof {
	struct aisp_proof_row *rows;
	int n;
	struct aisp_arena arena;
};

/*
 * Adds a row for each result of a judged run.  Of `entries`, stored expectations of the
 * rows' classes of machines, those that no row answers get a row as NOT-MEASURED.  Runs
 * and entries must outlive the proof.  Returns 0, or -1 without memory.
 */
int aisp_proof_add_run(struct aisp_proof *p, const struct aisp_run *run);
int aisp_proof_add_missing(struct aisp_proof *p, const json_t *entries);

/* Sorts by state; rows of one state stay in the order of addition. */
int aisp_proof_sort(struct aisp_proof *p);

int aisp_proof_count(const struct aisp_proof *p, enum aisp_proof_state state);

/* The rows that are NOT-JUDGED and INCONCLUSIVE: a gate must not take them for passed.
 */
int aisp_proof_count_open(const struct aisp_proof *p);

/* Returns 0, or -1 if f cannot be written. */
int aisp_proof_csv(const struct aisp_proof *p, FILE *f);
int aisp_proof_markdown(const struct aisp_proof *p, FILE *f);

/* A list of objects with the columns of the table; NULL without memory. */
json_t *aisp_proof_json(const struct aisp_proof *p);

void aisp_proof_release(struct aisp_proof *p);

#endif
