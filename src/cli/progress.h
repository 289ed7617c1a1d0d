/* SPDX-License-Identifier: MIT
 *
 * progress.h - one line on the terminal that says what is measured and how long
 * it may still take; nothing in a pipe.
 */
#ifndef AISP_PROGRESS_LINE_H
#define AISP_PROGRESS_LINE_H

#include <stdint.h>

#include "judge/group.h"

struct progress_line {
	bool is_terminal;
	int64_t start_ns;       /* of the suite */
	int64_t group_start_ns; /* of the group's first block */
};

/* How to report blocks to p, which must outlive the suite. */
struct aisp_progress progress_begin(struct progress_line *p);

/* Say something else for a moment, e.g. what is prepared. */
void progress_say(void *progress_line, const char *text);

void progress_end(const struct progress_line *p);

#endif
