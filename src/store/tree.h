/* SPDX-License-Identifier: MIT
 *
 * tree.h - sizes and removal of directories.  Links are never followed.
 */
#ifndef AISP_TREE_H
#define AISP_TREE_H

#include <stdint.h>

#include "base/err.h"

/* Of all regular files below path, which may be a file itself; 0 if absent. */
int64_t aisp_tree_bytes(const char *path);

/* rm -rf.  0, also if it does not exist; or -1 with *err filled. */
int aisp_tree_remove(const char *path, struct aisp_err *err);

#endif
