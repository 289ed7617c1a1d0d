/* SPDX-License-Identifier: MIT
 *
 * bound_words.h - what a contract says of how wrong its outputs may be, in words.
 */
#ifndef AISP_BOUND_WORDS_H
#define AISP_BOUND_WORDS_H

#include <aisp/workload.h>

/*
 * ", or the bound is too small (error_c is 0.1)": what to doubt beside the reference if
 * outputs of an honest program are wrong.  pr may be NULL, if a saved run does not have
 * it.  "" if all outputs are integers, which have no bound.
 */
const char *aisp_bound_words(const struct aisp_problem *pr, char text[96]);

#endif
