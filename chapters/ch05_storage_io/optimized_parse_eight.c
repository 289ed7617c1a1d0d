/* SPDX-License-Identifier: MIT
 *
 * Eight digits at a time: a number of 4 or of 17 digits takes the same few
 * instructions, and there is little left to predict.
 */
#include "workload_parse.h"

#include "decimal_eight.h"

#include "parse_lines.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "eight digits at a time in a register",
	.run = run,
};
