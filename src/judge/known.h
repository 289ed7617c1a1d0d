/* SPDX-License-Identifier: MIT
 *
 * known.h - the parameters and inputs that the selected workloads have, for errors
 * that name one which none of them has.
 */
#ifndef AISP_KNOWN_H
#define AISP_KNOWN_H

#include "contract.h"
#include "suite.h"

enum aisp_known { AISP_KNOWN_PARAMS, AISP_KNOWN_INPUTS };

/* Fill *err, always -1: c, or all that s selects of the catalogue, lacks `name`. */
int aisp_known_miss(const struct aisp_suite *s, const struct aisp_catalogue *all,
		    enum aisp_known what, const char *name, struct aisp_err *err);
int aisp_known_miss_in(const struct aisp_contract *c, const char *target,
		       enum aisp_known what, const char *name, struct aisp_err *err);

/*
 * Before anybody waits or measures: is all there that the suite names?  Builds no
 * more than workloads.  0, or -1 with *err filled, a usage error if it is not.
 */
int aisp_known_check(const struct aisp_suite *s, struct aisp_err *err);

#endif
