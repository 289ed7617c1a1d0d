/* SPDX-License-Identifier: MIT
 *
 * given.h - inputs that the user brings with --input NAME=FILE.npy.
 */
#ifndef AISP_GIVEN_H
#define AISP_GIVEN_H

#include "contract.h"
#include "measure.h"

/* 0; or -1, a usage error, if an array is not what the workload expects. */
int aisp_given_check(const struct aisp_given *given, int n,
		     const struct aisp_contract *c, struct aisp_err *err);

/* Write those that the workload has over the inputs of io. */
void aisp_given_apply(const struct aisp_given *given, int n,
		      const struct aisp_contract *c, const struct aisp_io *io);

#endif
