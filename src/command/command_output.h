/* SPDX-License-Identifier: MIT
 *
 * command_output.h - the output of commands, in files in memory.
 */
#ifndef AISP_COMMAND_OUTPUT_H
#define AISP_COMMAND_OUTPUT_H

#include <stddef.h>

#include "base/err.h"

/* An empty file in memory.  Its descriptor, or -1 with *err filled. */
int command_output_new(const char *name, struct aisp_err *err);

/* Removes its contents. */
int command_output_clear(int fd, struct aisp_err *err);

/* Returns bytes; -1 if unknown. */
long long command_output_size(int fd);

/*
 * Compares two outputs byte for byte.  Returns 0 if equal; 1 with the first difference
 * in text; -1 with *err filled if they cannot be read.
 */
int command_output_differs(int expected, int fd, char *text, size_t size,
			   struct aisp_err *err);

/* The first line, ready to print; "" without one. */
void command_output_line(int fd, char *line, size_t size);

#endif
