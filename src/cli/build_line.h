/* SPDX-License-Identifier: MIT
 *
 * build_line.h - what is compiled: one line on a terminal; in a pipe a line an
 * object, once that has taken a while.
 */
#ifndef AISP_BUILD_LINE_H
#define AISP_BUILD_LINE_H

#include <stdbool.h>
#include <stdint.h>

struct build_line {
	bool is_terminal;
	int64_t start_ns; /* of the first object; 0: none yet */
};

/* For struct aisp_builder's progress; arg is a struct build_line, zeroed. */
void build_line_show(void *arg, int k, int n, const char *object);

#endif
