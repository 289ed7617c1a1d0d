/* SPDX-License-Identifier: MIT
 *
 * late_writes.h - random output lines, copied the moment that the worker answered.
 *
 * In random order over all slots: who answers before the work is done, or does
 * only a part of the calls, would have to guess which lines are looked at.
 */
#ifndef AISP_LATE_WRITES_H
#define AISP_LATE_WRITES_H

#include "launch.h"

#define AISP_N_LINE_COPIES   512
#define AISP_N_LINES_AT_ONCE 32 /* to copy all takes longer than to stop a worker */

struct aisp_line_copy {
	int slot, output;
	size_t first_byte, n_bytes; /* of the output: a cache line or its last part */
	char copy[64];
};

struct aisp_late_writes {
	struct aisp_line_copy lines[AISP_N_LINE_COPIES];
	struct aisp_ranks_here here; /* whose lines; n 0: there are no ranks */
};

/* Choose lines of the first n_slots slots by bits. */
void aisp_late_writes_begin(struct aisp_late_writes *w, const struct aisp_buffers *b,
			    int n_slots, uint64_t bits);

/* The slot's call was answered: copy those of its lines that are among the first
 * AISP_N_LINES_AT_ONCE of all; then the others. */
void aisp_late_writes_copy_first(struct aisp_late_writes *w,
				 const struct aisp_buffers *b, int slot);
void aisp_late_writes_copy_rest(struct aisp_late_writes *w,
				const struct aisp_buffers *b, int slot);

/* How many of them differ from their copies by now. */
int64_t aisp_late_writes_changed(const struct aisp_late_writes *w,
				 const struct aisp_buffers *b);

/*
 * Does a copy hold the poison of its slot?  Whatever the worker does from then on, the
 * sample is lost: the line stays as it is, or has changed.
 */
bool aisp_late_writes_missed(const struct aisp_late_writes *w,
			     const struct aisp_buffers *b,
			     const uint64_t *poison_of_slot);

/* How many still hold the poison of their slot; parts below 4 bytes do not count. */
int64_t aisp_late_writes_unwritten(const struct aisp_late_writes *w,
				   const struct aisp_buffers *b,
				   const uint64_t *poison_of_slot);

#endif
