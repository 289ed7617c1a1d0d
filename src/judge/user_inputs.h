/* SPDX-License-Identifier: MIT
 *
 * user_inputs.h - inputs that the user brings with --input NAME=FILE.npy.
 */
#ifndef AISP_USER_INPUTS_H
#define AISP_USER_INPUTS_H

#include "contract.h"
#include "measure.h"

/* 0; or -1, a usage error, if an array is not what the workload expects. */
int aisp_user_inputs_check(const struct aisp_user_input *given, int n,
			   const struct aisp_contract *c, struct aisp_err *err);

/* Write those that the workload has over the inputs of io. */
void aisp_user_inputs_apply(const struct aisp_user_input *given, int n,
			    const struct aisp_contract *c, const struct aisp_io *io);

#endif
