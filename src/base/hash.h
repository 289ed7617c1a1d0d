/* SPDX-License-Identifier: MIT
 *
 * hash.h - SHA-256, by libmd.
 */
#ifndef AISP_HASH_H
#define AISP_HASH_H

#include "err.h"

/* 64 hexadecimal digits.  0, or -1 with *err filled. */
int aisp_hash_file(const char *path, char hex[65], struct aisp_err *err);
void aisp_hash_text(const char *text, char hex[65]);

#endif
