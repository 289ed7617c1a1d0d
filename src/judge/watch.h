/* SPDX-License-Identifier: MIT
 *
 * watch.h - random output lines, copied the moment that the worker answered.
 *
 * In random order over all slots: who answers before the work is done, or does
 * only a part of the calls, would have to guess which lines are looked at.
 */
#ifndef AISP_WATCH_H
#define AISP_WATCH_H

#include "device/buffers.h"

#define AISP_N_WATCHED 512

struct aisp_watched {
	int slot, output;
	size_t first_byte, n_bytes; /* of the output: a cache line or its last part */
	char copy[64];
};

struct aisp_watch {
	struct aisp_watched lines[AISP_N_WATCHED];
};

/* Copy lines of the first n_slots slots, chosen by bits. */
void aisp_watch_begin(struct aisp_watch *w, const struct aisp_buffers *b, int n_slots,
		      uint64_t bits);

/* How many of them differ from their copies by now. */
int64_t aisp_watch_changed(const struct aisp_watch *w, const struct aisp_buffers *b);

/* How many still hold the poison of their slot; parts below 4 bytes do not count. */
int64_t aisp_watch_unwritten(const struct aisp_watch *w, const struct aisp_buffers *b,
			     const uint64_t *poison_of_slot);

#endif
