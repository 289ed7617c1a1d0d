/* SPDX-License-Identifier: MIT
 *
 * build_line.h - show which object is compiled: in one line on a terminal; in a pipe as
 * a line per object, once the build has taken a while.
 */
#ifndef AISP_BUILD_LINE_H
#define AISP_BUILD_LINE_H

#include <stdbool.h>
#include <stdint.h>

struct build_line {
	bool is_terminal;
	int64_t start_ns; /* start of the first object; 0: none yet */
};

/* A progress callback for struct aisp_builder; arg is a struct build_line, zeroed. */
void build_line_show(void *arg, int k, int n, const char *object);

#endif
