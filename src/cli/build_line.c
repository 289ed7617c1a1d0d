/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "build_line.h"

#define ERASE    "\r\033[K"
#define QUIET_NS 5000000000 /* in a pipe, a faster build prints no line */

void build_line_show(void *arg, int k, int n, const char *object)
{
	struct build_line *l = arg;

	if (!l->start_ns) {
		l->start_ns = aisp_now_ns();
		l->is_terminal = isatty(STDERR_FILENO);
	}
	if (l->is_terminal && object)
		fprintf(stderr, ERASE "compiling %d of %d: %s", k, n, object);
	else if (l->is_terminal)
		fputs(ERASE, stderr);
	else if (object && aisp_now_ns() - l->start_ns > QUIET_NS)
		fprintf(stderr, "compiling %d of %d: %s\n", k, n, object);
	fflush(stderr);
}
