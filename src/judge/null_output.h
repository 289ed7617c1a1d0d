/* SPDX-License-Identifier: MIT
 *
 * null_output.h - reference() gets no data of outputs that are no choice.
 */
#ifndef AISP_NULL_OUTPUT_H
#define AISP_NULL_OUTPUT_H

#include <aisp/workload.h>
#include <stddef.h>

/* If the function is "reference()", its fault is at a null pointer, and an output is no
 * choice, adds this explanation to why. */
void aisp_null_output_explain(const struct aisp_problem *pr, const char *function,
			      char *why, size_t size);

#endif
