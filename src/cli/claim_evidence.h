/* SPDX-License-Identifier: MIT
 *
 * claim_evidence.h - what claims are judged by: the results of a run, or what is
 * recorded in the expectations of a class of machines.
 */
#ifndef AISP_CLAIM_EVIDENCE_H
#define AISP_CLAIM_EVIDENCE_H

#include "base/paths.h"
#include "report/quantity.h"

/* A result, or an entry. */
struct claim_item {
	char target[640], params[1024];
	enum aisp_kind_of_arm over; /* of the baseline; AISP_N_KINDS: not known */
	bool is_invalid;
	char why[256]; /* why it has no figures, or "" */
	struct aisp_quantity q[AISP_N_QUANTITIES];
};

/* Zeroed it holds nothing, and may be released. */
struct claim_evidence {
	char label[512]; /* "run artifacts/x", "expectations of h200" */
	struct claim_item *items;
	int n;
	const char **ids; /* of the items */
};

void claim_evidence_release(struct claim_evidence *e);

/* 0, or -1 with *err filled. */
int claim_evidence_of_run(struct claim_evidence *e, const char *run,
			  struct aisp_err *err);
int claim_evidence_of_class(struct claim_evidence *e, const char *class,
			    const char *dir, const struct aisp_paths *paths,
			    struct aisp_err *err);

#endif
