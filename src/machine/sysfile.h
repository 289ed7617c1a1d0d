/* SPDX-License-Identifier: MIT
 *
 * sysfile.h - the small text files of /proc and /sys.
 *
 * Every path is below $AISP_SYSROOT if that is set, so that tests, or a look at another
 * machine's saved tree, read and write there.
 */
#ifndef AISP_SYSFILE_H
#define AISP_SYSFILE_H

#include <stddef.h>

#include "base/err.h"

/* $AISP_SYSROOT, or "". */
const char *aisp_sys_root(void);

/* Puts path below the root.  Returns 0, or -1 if it does not fit into out. */
int aisp_sys_path(char *out, size_t size, const char *path);

/*
 * Reads at most size - 1 bytes, ended by NUL, without trailing white space.  Returns 0,
 * or -1 with errno set and buf empty.
 */
int aisp_sys_read(const char *path, char *buf, size_t size);

/* Reads the file as one decimal integer.  Returns 0, or -1 if it is anything else. */
int aisp_sys_read_int(const char *path, long long *value);

/* Reads a file of any length; the caller frees it; NULL with errno set. */
char *aisp_sys_slurp(const char *path);

/* Returns 0, or -1 with *err filled. */
int aisp_sys_write(const char *path, const char *value, struct aisp_err *err);

/* Cuts "always [madvise] never" down to "madvise"; other text stays. */
void aisp_sys_choice(char *text);

/* How many numbers a list such as "0-3,8" has; -1 if it is no such list. */
int aisp_sys_count_list(const char *list);

#endif
