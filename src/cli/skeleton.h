/* SPDX-License-Identifier: MIT
 *
 * skeleton.h - the files of tools/skeleton/ under a new name.
 */
#ifndef AISP_SKELETON_H
#define AISP_SKELETON_H

#include "base/err.h"

/*
 * Write a pair into dir, which is created where missing, and print the paths.
 * All files or none, and never over one that exists.  0, or -1 with *err filled.
 */
int aisp_skeleton_write(const char *dir, const char *root, const char *name,
			struct aisp_err *err);

#endif
