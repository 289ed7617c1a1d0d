/* SPDX-License-Identifier: MIT
 *
 * reason.h - the one line of a compiler's log that says why.
 */
#ifndef AISP_REASON_H
#define AISP_REASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Append the log to `all` (if there is any to append to) and put its first error, or
 * its last line, into why: printable, never empty.
 */
void aisp_reason_find(const char *log, FILE *all, char *why, size_t size,
		      bool *has_warning);

/*
 * -1 with *err filled if the folder's disk is so full that a compiler fails, some
 * without a word: that is not the source's fault.
 */
int aisp_reason_room(const char *folder, const char *why, struct aisp_err *err);

#endif
