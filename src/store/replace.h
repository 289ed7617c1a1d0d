/* SPDX-License-Identifier: MIT
 *
 * replace.h - write a file as a whole or not at all.
 */
#ifndef AISP_REPLACE_H
#define AISP_REPLACE_H

#include <stddef.h>

/*
 * Replaces the file `name` in the directory dir_fd: writes beside it, syncs, renames.
 * Returns 0, or -1 with errno set and the old file unchanged.
 */
int aisp_replace_file(int dir_fd, const char *name, const char *text, size_t n_bytes);

/* Likewise without waiting for the disk: a power cut may lose it. */
int aisp_replace_note(int dir_fd, const char *name, const char *text, size_t n_bytes);

/* Like flock(), repeated after a signal.  Returns 0, or -1 with errno set. */
int aisp_lock(int fd, int how);

#endif
