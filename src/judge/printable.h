/* SPDX-License-Identifier: MIT
 *
 * printable.h - a worker's texts about itself, made fit to print and to keep as JSON.
 */
#ifndef AISP_PRINTABLE_H
#define AISP_PRINTABLE_H

#include <stddef.h>

/*
 * Copy up to size - 1 bytes, size being that of both arrays, and terminate them.
 * Control characters become '?', and so do bytes outside ASCII unless all is UTF-8.
 */
void aisp_printable(char *to, const volatile char *from, size_t size);

#endif
