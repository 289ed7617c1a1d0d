/* SPDX-License-Identifier: MIT
 *
 * skeleton.h - copy the files of tools/skeleton/ under a new name.
 */
#ifndef AISP_SKELETON_H
#define AISP_SKELETON_H

#include <stdbool.h>

#include "base/err.h"

/*
 * Writes a pair, optionally one that updates a tensor in place, into dir, which is
 * created if missing, and prints the paths.  Writes all files or none, and never
 * overwrites one.  Returns 0, or -1 with *err filled.
 */
int aisp_skeleton_write(const char *dir, const char *root, bool is_in_place,
			const char *name, struct aisp_err *err);

#endif
