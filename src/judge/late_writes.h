/* SPDX-License-Identifier: MIT
 *
 * late_writes.h - random lines of outputs, copied as soon as the worker answers.
 *
 * They are chosen at random over all slots: a variant that answers too early, or makes
 * only a part of the calls, would have to guess which lines are read.
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
	struct aisp_ranks_here here; /* only these ranks' lines; n 0: no ranks */
};

/* Choose lines of the first n_slots slots, at random by bits. */
void aisp_late_writes_begin(struct aisp_late_writes *w, const struct aisp_buffers *b,
			    int n_slots, uint64_t bits);

/* After the answer to the slot's call: copy its lines among the first
 * AISP_N_LINES_AT_ONCE of all; then its other lines. */
void aisp_late_writes_copy_first(struct aisp_late_writes *w,
				 const struct aisp_buffers *b, int slot);
void aisp_late_writes_copy_rest(struct aisp_late_writes *w,
				const struct aisp_buffers *b, int slot);

/* The number of lines that differ from their copies by now. */
int64_t aisp_late_writes_changed(const struct aisp_late_writes *w,
				 const struct aisp_buffers *b);

/*
 * Does a copy still hold the poison of its slot?  Then the sample is lost, whatever the
 * worker does: the line stays as it is, or has changed.
 */
bool aisp_late_writes_missed(const struct aisp_late_writes *w,
			     const struct aisp_buffers *b,
			     const uint64_t *poison_of_slot);

/* The number of lines that are still poison; parts below 4 bytes do not count. */
int64_t aisp_late_writes_unwritten(const struct aisp_late_writes *w,
				   const struct aisp_buffers *b,
				   const uint64_t *poison_of_slot);

#endif
