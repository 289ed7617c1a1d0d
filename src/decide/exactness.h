/* SPDX-License-Identifier: MIT
 *
 * exactness.h - what a win cost in exactness: of the error that a contract allows, a
 * variant may use a share that is many times the other's.
 */
#ifndef AISP_EXACTNESS_H
#define AISP_EXACTNESS_H

#include "group.h"

/*
 * If opt wins, and its errors are not small beside the bound, but many times those of
 * the other arm, c says so.
 */
void aisp_say_less_exact(const struct aisp_arm *other, const struct aisp_arm *opt,
			 struct aisp_comparison *c);

#endif
