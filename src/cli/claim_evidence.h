/* SPDX-License-Identifier: MIT
 *
 * claim_evidence.h - evidence for claims: the results of a run, or what the
 * expectations of a class of machines record.
 */
#ifndef AISP_CLAIM_EVIDENCE_H
#define AISP_CLAIM_EVIDENCE_H

#include "base/paths.h"
#include "report/quantity.h"
#include "store/run.h"

/* One result of a run, or one entry of the expectations. */
struct claim_item {
	char target[640], params[1024];
	enum aisp_kind_of_arm over; /* kind of the baseline; AISP_N_KINDS: unknown */
	enum aisp_word word; /* AISP_WORD_MEASURED: an entry of the expectations */
	char why[700]; /* why there are no figures, or why they are doubted, or "" */
	struct aisp_quantity q[AISP_N_QUANTITIES];
};

/* If zeroed, it is empty and may be released. */
struct claim_evidence {
	char label[512]; /* "run artifacts/x", "expectations of h200" */
	struct claim_item *items;
	int n;
	const char **ids; /* of the items */
};

/* Is it INVALID, INCONCLUSIVE or WORSE? */
bool claim_item_is_doubted(const struct claim_item *item);

void claim_evidence_release(struct claim_evidence *e);

/* 0, or -1 with *err filled. */
int claim_evidence_of_run(struct claim_evidence *e, const char *run,
			  struct aisp_err *err);
int claim_evidence_of_class(struct claim_evidence *e, const char *class,
			    const char *dir, const struct aisp_paths *paths,
			    struct aisp_err *err);

#endif
