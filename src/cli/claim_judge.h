/* SPDX-License-Identifier: MIT
 *
 * claim_judge.h - the claims of a document, each held against evidence.
 */
#ifndef AISP_CLAIM_JUDGE_H
#define AISP_CLAIM_JUDGE_H

#include <jansson.h>

#include "claim_evidence.h"
#include "report/claim.h"

/* Zeroed but for the list, which is the caller's. */
struct claims {
	json_t *list;
	int n[AISP_N_CLAIM_STATES]; /* of each state */
};

/*
 * Append an object for each claim of the file: "file", "line", "sentence", "claim",
 * "state", "why", "results" [{ "target", "params", "state", "text", "value", "lo",
 * "hi", "why" }].  A claim's state is the gravest of its results'.  0, or -1 with *err.
 */
int claim_judge_file(struct claims *claims, const char *file,
		     const struct claim_evidence *e, const struct aisp_paths *paths,
		     struct aisp_err *err);

#endif
