/* SPDX-License-Identifier: MIT
 *
 * command_output.h - what commands print, in files in memory.
 */
#ifndef AISP_COMMAND_OUTPUT_H
#define AISP_COMMAND_OUTPUT_H

#include <stddef.h>

#include "base/err.h"

/* An empty file in memory.  Its descriptor, or -1 with *err filled. */
int command_output_new(const char *name, struct aisp_err *err);

/* Forget what is in it. */
int command_output_clear(int fd, struct aisp_err *err);

/* In bytes; -1 if nobody knows. */
long long command_output_size(int fd);

/*
 * Are the two the same, byte for byte?  0, or 1 with where they differ in text; -1 with
 * *err filled if that cannot be told.
 */
int command_output_differs(int expected, int fd, char *text, size_t size,
			   struct aisp_err *err);

/* The first line, fit to print; "" without one. */
void command_output_line(int fd, char *line, size_t size);

#endif
