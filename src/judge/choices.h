/* SPDX-License-Identifier: MIT
 *
 * choices.h - what a wrong-looking answer says about an output with several valid ones:
 * nothing if the reference accepts it, unless the reference accepts all that is tried.
 *
 * Sets of outputs are 1 << output, or'ed.
 */
#ifndef AISP_CHOICES_H
#define AISP_CHOICES_H

#include "workload_controls.h"

/* The outputs that are a choice. */
uint32_t aisp_choices_of(const struct aisp_problem *pr);

/* Adds output o to *caught if it is a choice, and its elements [first, first + n) are
 * wrong.  Returns 0, or -1 with *err filled. */
int aisp_choice_catch(const struct aisp_contract *c, const struct aisp_io *io, int o,
		      int64_t first, int64_t n, uint32_t *caught, struct aisp_err *err);

/*
 * If a score judges the answers, any valid one will do, even a constant: then random
 * bytes in choice o must be wrong.  Writes them; adds o to *caught if so.  Does nothing
 * without a score that is computed.  Returns 0, or -1 with *err filled.
 */
int aisp_choice_catch_random(const struct aisp_contract *c, const struct aisp_io *io,
			     int o, int64_t first, int64_t n, uint32_t *caught,
			     struct aisp_err *err);

/* Has each choice been found wrong at least once?  False if there is none. */
bool aisp_choices_are_told(const struct aisp_problem *pr, uint32_t caught);

/* What an accepted control means once all were tried: as expected if each choice was
 * found wrong in some, else wrong. */
void aisp_control_settle(const struct aisp_problem *pr, uint32_t caught,
			 enum aisp_control_result *result, char why[256]);

#endif
