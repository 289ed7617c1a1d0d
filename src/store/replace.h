/* SPDX-License-Identifier: MIT
 *
 * replace.h - write a file whole or not at all.
 */
#ifndef AISP_REPLACE_H
#define AISP_REPLACE_H

#include <stddef.h>

/*
 * Replace the file `name` in the directory dir_fd: written beside it, synced and
 * renamed.  0, or -1 with errno set and the old file as it was.
 */
int aisp_replace_file(int dir_fd, const char *name, const char *text, size_t n_bytes);

/* The same without waiting for the disk: what a power cut may take. */
int aisp_replace_note(int dir_fd, const char *name, const char *text, size_t n_bytes);

/* flock(), again if a signal came.  0, or -1 with errno set. */
int aisp_lock(int fd, int how);

#endif
