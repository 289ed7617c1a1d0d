/* SPDX-License-Identifier: MIT
 *
 * heldout_values.h - was what a launch at other sizes wrote right?
 */
#ifndef AISP_HELDOUT_VALUES_H
#define AISP_HELDOUT_VALUES_H

#include "contract.h"
#include "decide/group.h"

/* Adds what was compared in m, and what was wrong: elements, or where they are all
 * right a write beside the outputs, into an input, or after the answer, which counts as
 * one. */
void aisp_heldout_values(struct aisp_heldout *h, const struct aisp_measured *m);

/* What was wrong first, or how it ended: where, and in which words. */
void aisp_heldout_keep(struct aisp_heldout *h, const struct aisp_contract *c, int dist,
		       const struct aisp_measured *m);

#endif
