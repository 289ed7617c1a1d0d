/* SPDX-License-Identifier: MIT
 *
 * user_inputs.h - inputs that the user brings with --input NAME=FILE.npy.
 */
#ifndef AISP_USER_INPUTS_H
#define AISP_USER_INPUTS_H

#include "contract.h"
#include "measure.h"

/* Returns 0; or -1, a usage error, if an array does not fit the workload. */
int aisp_user_inputs_check(const struct aisp_user_input *given, int n,
			   const struct aisp_contract *c, struct aisp_err *err);

/* Overwrite inputs of io with the given ones that the workload has. */
void aisp_user_inputs_apply(const struct aisp_user_input *given, int n,
			    const struct aisp_contract *c, const struct aisp_io *io);

#endif
