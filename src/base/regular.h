/* SPDX-License-Identifier: MIT
 *
 * regular.h - open a file that others may have put there.  A FIFO, on which a reader
 * would wait for ever, a device, which never ends, and a file that is too large are
 * refused.
 */
#ifndef AISP_BASE_REGULAR_H
#define AISP_BASE_REGULAR_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "err.h"

#define AISP_MAX_SOURCE_BYTES ((int64_t)16 << 20)

/*
 * Opens a regular file for reading; the caller closes it.  NULL with errno and *err, if
 * it is none.
 */
FILE *aisp_regular_open(const char *path, struct aisp_err *err);

/* Likewise, a file of at most so many bytes; errno is EFBIG for a larger one. */
FILE *aisp_regular_open_most(const char *path, int64_t most_bytes,
			     struct aisp_err *err);

/*
 * Reads such a file as a text with a zero behind it, which the caller frees; *n_bytes,
 * unless NULL, is its length.  NULL with errno and *err filled.
 */
char *aisp_regular_read(const char *path, int64_t most_bytes, size_t *n_bytes,
			struct aisp_err *err);

/* json_load_file() of a regular file; NULL with *why filled, unless NULL. */
json_t *aisp_regular_json(const char *path, size_t flags, json_error_t *why);

#endif
