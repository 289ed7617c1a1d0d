/* SPDX-License-Identifier: MIT
 *
 * record.h - measured groups as the JSON of docs/results.md.
 */
#ifndef AISP_RECORD_H
#define AISP_RECORD_H

#include <jansson.h>

#include "contract.h"
#include "decide/group.h"
#include "device/fill.h"
#include "machine/peak.h"
#include "run/model.h"

/* "arms" and "results", empty at first. */
struct aisp_record {
	json_t *arms, *results;
};

int aisp_record_init(struct aisp_record *r, struct aisp_err *err);
void aisp_record_release(struct aisp_record *r);

/* They return new references to parts of the document: a contract's parameters, a
 * launch, a comparison of arm i, the ledger of arm i.
 */
json_t *aisp_record_params(const struct aisp_contract *c);
json_t *aisp_record_launch(const struct aisp_measured *m);
json_t *aisp_record_match(const struct aisp_group *g, int i,
			  const struct aisp_match *m);
json_t *aisp_record_ledger(const struct aisp_group *g, int i);

/* Append g. Returns 0, or -1 with *err filled. */
int aisp_record_add(struct aisp_record *r, const struct aisp_group *g,
		    const struct aisp_limits *limits, enum aisp_dist dist,
		    struct aisp_err *err);

/* The record as a run of which nothing else is known; NULL with *err filled. */
struct aisp_run *aisp_record_read(const struct aisp_record *r, struct aisp_err *err);

#endif
