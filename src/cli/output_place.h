/* SPDX-License-Identifier: MIT
 *
 * output_place.h - find out before measuring that --output cannot be written.
 */
#ifndef AISP_OUTPUT_PLACE_H
#define AISP_OUTPUT_PLACE_H

#include "base/err.h"

/*
 * Can FILE be written after measuring?  It is not made yet; NULL is standard output.
 * Returns 0, or -1 with *err filled, which is a usage error.
 */
int output_place_check(const char *file, struct aisp_err *err);

#endif
