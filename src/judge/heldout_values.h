/* SPDX-License-Identifier: MIT
 *
 * heldout_values.h - did a launch at other sizes write the right values?
 */
#ifndef AISP_HELDOUT_VALUES_H
#define AISP_HELDOUT_VALUES_H

#include "contract.h"
#include "decide/group.h"

/* Add the elements that were compared in m, and those that were wrong.  If all are
 * right, a write beside the outputs, into an input or after the answer counts as one
 * wrong element. */
void aisp_heldout_values(struct aisp_heldout *h, const struct aisp_measured *m);

/* Keep the first fault, or how the launch ended: at which sizes, and what. */
void aisp_heldout_keep(struct aisp_heldout *h, const struct aisp_contract *c, int dist,
		       const struct aisp_measured *m);

#endif
