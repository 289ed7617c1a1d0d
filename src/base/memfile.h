/* SPDX-License-Identifier: MIT
 *
 * memfile.h - memory that can be handed to a child process.
 */
#ifndef AISP_MEMFILE_H
#define AISP_MEMFILE_H

#include <stddef.h>

#include "err.h"

/*
 * A zeroed memory file that can neither grow nor shrink, and a mapping of it
 * for reading and writing (NULL if n_bytes is 0).  The descriptor is closed on
 * exec and above the numbers under which children get theirs.  0, or -1 with
 * *err filled; the caller unmaps and closes.
 */
int aisp_memfile_new(const char *name, size_t n_bytes, int *fd, void **map,
		     struct aisp_err *err);

/* From now on new mappings are read-only.  0, or -1 where the kernel lacks it. */
int aisp_memfile_seal(int fd);

#endif
