/* SPDX-License-Identifier: MIT
 *
 * sysfile.h - the small text files of /proc and /sys.
 *
 * Every path goes below $AISP_SYSROOT where that is set, so that tests, and
 * whoever examines another machine's saved tree, read and write there.
 */
#ifndef AISP_SYSFILE_H
#define AISP_SYSFILE_H

#include <stddef.h>

#include "base/err.h"

/* $AISP_SYSROOT, or "". */
const char *aisp_sys_root(void);

/* path below the root.  0, or -1 where it does not fit into out. */
int aisp_sys_path(char *out, size_t size, const char *path);

/*
 * At most size - 1 bytes of the file, ended by NUL, without trailing white
 * space.  0, or -1 with errno set and buf empty.
 */
int aisp_sys_read(const char *path, char *buf, size_t size);

/* The file as one decimal integer.  0, or -1 if it is missing or anything else. */
int aisp_sys_read_int(const char *path, long long *value);

/* The whole file, to be freed, for files of any length; NULL with errno set. */
char *aisp_sys_slurp(const char *path);

/* 0, or -1 with *err filled. */
int aisp_sys_write(const char *path, const char *value, struct aisp_err *err);

/* Cut "always [madvise] never" down to "madvise"; other text stays. */
void aisp_sys_choice(char *text);

/* How many numbers a list such as "0-3,8" names; -1 if it is no such list. */
int aisp_sys_count_list(const char *list);

#endif
