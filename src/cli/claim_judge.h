/* SPDX-License-Identifier: MIT
 *
 * claim_judge.h - compare the claims of a document with evidence.
 */
#ifndef AISP_CLAIM_JUDGE_H
#define AISP_CLAIM_JUDGE_H

#include <jansson.h>

#include "claim_evidence.h"
#include "report/claim.h"

/* Zeroed except for the list, which the caller owns. */
struct claims {
	json_t *list;
	int n[AISP_N_CLAIM_STATES]; /* number of claims in each state */
};

/*
 * Appends an object for each claim of the file: "file", "line", "sentence", "claim",
 * "state", "why", "results" [{ "target", "params", "state", "text", "value", "lo",
 * "hi", "why" }]. A claim's state is its results' gravest. Returns 0, or -1 with *err.
 */
int claim_judge_file(struct claims *claims, const char *file,
		     const struct claim_evidence *e, const struct aisp_paths *paths,
		     struct aisp_err *err);

#endif
