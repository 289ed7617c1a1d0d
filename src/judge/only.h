/* SPDX-License-Identifier: MIT
 *
 * only.h - a variant that serves some sizes alone says so: ` * ONLY: elems >= 100000`
 * in its opening comment.
 */
#ifndef AISP_ONLY_H
#define AISP_ONLY_H

#include <stdbool.h>
#include <stddef.h>

/* The words of the first such line of a source; false if it has none. */
bool aisp_only_read(const char *source, char *text, size_t size);

#endif
