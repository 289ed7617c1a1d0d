/* SPDX-License-Identifier: MIT
 *
 * rank_watch.h - what the ranks of a call show each other, as the judge sees it while
 * the call runs: all signals of ranks on the CPU, and a line of each window.
 */
#ifndef AISP_JUDGE_RANK_WATCH_H
#define AISP_JUDGE_RANK_WATCH_H

#include <aisp/ranks.h>

#include "device/buffers.h"

struct aisp_watch {
	const char *windows, *signals;       /* of the call's slot */
	size_t window_bytes, offset, n_line; /* of a window; its line */
	int n;                               /* ranks */
	char lines[AISP_MAX_RANKS][64];      /* as last seen, */
	char pages[AISP_MAX_RANKS * AISP_PAGE];
};

/* Take what slot's ranks show now as seen; bits choose the line. */
void aisp_watch_begin(struct aisp_watch *w, const struct aisp_buffers *b, uint32_t slot,
		      uint64_t bits);

/* Has any of it changed since it was last seen?  It counts as seen now. */
bool aisp_watch_has_changed(struct aisp_watch *w);

#endif
