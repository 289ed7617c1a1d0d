/* SPDX-License-Identifier: MIT
 *
 * regular.h - open a file that others may have put there.
 */
#ifndef AISP_BASE_REGULAR_H
#define AISP_BASE_REGULAR_H

#include <stdio.h>

#include "err.h"

/*
 * Opens a regular file for reading; the caller closes it.  NULL with errno and *err if
 * it is none, such as a FIFO, on which a reader would wait for ever.
 */
FILE *aisp_regular_open(const char *path, struct aisp_err *err);

#endif
