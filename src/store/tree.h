/* SPDX-License-Identifier: MIT
 *
 * tree.h - sizes and removal of directories.  Links are never followed.
 */
#ifndef AISP_TREE_H
#define AISP_TREE_H

#include <stdint.h>

#include "base/err.h"

/* The bytes of all regular files at or below path; 0 if there is none. */
int64_t aisp_tree_bytes(const char *path);

/* Like rm -rf.  Returns 0, also if path is missing; or -1 with *err filled. */
int aisp_tree_remove(const char *path, struct aisp_err *err);

#endif
