/* SPDX-License-Identifier: MIT
 *
 * skeleton.h - the files of tools/skeleton/ under a new name.
 */
#ifndef AISP_SKELETON_H
#define AISP_SKELETON_H

#include <stdbool.h>

#include "base/err.h"

/*
 * Write a pair, one that updates a tensor in place if so wished, into dir, which is
 * created where missing, and print the paths. All files or none, and never over one
 * that exists.  0, or -1 with *err filled.
 */
int aisp_skeleton_write(const char *dir, const char *root, bool is_in_place,
			const char *name, struct aisp_err *err);

#endif
