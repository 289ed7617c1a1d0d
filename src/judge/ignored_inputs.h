/* SPDX-License-Identifier: MIT
 *
 * ignored_inputs.h - why outputs are wrong: which part of the inputs they do not
 * follow.
 */
#ifndef AISP_IGNORED_INPUTS_H
#define AISP_IGNORED_INPUTS_H

#include "session.h"

/*
 * Calls the variant on pairs of inputs that differ only in one part (enum aisp_part of
 * parts.h) and compares the outputs' bits where the reference moves by more than its
 * bounds. *ignored becomes the part that changed nothing, AISP_IGNORED_ALL, or 0.
 * Returns 0; 1 if the variant ended the launch, -1 with *err filled.
 */
int aisp_session_find_ignored(struct aisp_session *s, int *ignored,
			      struct aisp_err *err);

/* 1 << enum aisp_part, or'ed, for each part that the inputs have. */
unsigned aisp_marked_parts(const struct aisp_problem *pr);

#endif
