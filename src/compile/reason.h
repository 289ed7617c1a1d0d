/* SPDX-License-Identifier: MIT
 *
 * reason.h - why a compiler failed, from its log.
 */
#ifndef AISP_REASON_H
#define AISP_REASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Append the log to `all`, unless that is NULL, and copy to why the first of the lines
 * that explain most: printable, never empty.
 */
void aisp_reason_find(const char *log, FILE *all, char *why, size_t size,
		      bool *has_warning);

/*
 * Returns -1 with *err filled if the folder's disk is so full that a compiler fails,
 * perhaps without a message: that is not the source's fault.  Else returns 0.
 */
int aisp_reason_room(const char *folder, const char *why, struct aisp_err *err);

#endif
