/* SPDX-License-Identifier: MIT
 *
 * written_files.h - outputs that a variant writes to files.
 *
 * Each slot has its own, empty before each call, in a folder that holds nothing else
 * and is all that a worker may write to.  The judge's memory has the poison that other
 * outputs hold, and what the file lacks is left of it.  All of it is read back from the
 * device, past the page cache.
 */
#ifndef AISP_WRITTEN_FILES_H
#define AISP_WRITTEN_FILES_H

#include "buffers.h"

bool aisp_has_written(const struct aisp_problem *pr);

/* The folder, below scratch_dir.  0, or -1 with *err filled; so for all that follow. */
int aisp_written_new(struct aisp_buffers *b, const char *scratch_dir,
		     struct aisp_err *err);
void aisp_written_free(struct aisp_buffers *b);

/* Tell the worker, which has no addresses of such outputs, where they go. */
void aisp_written_describe(const struct aisp_buffers *b, struct aisp_plan *plan);

/* The slot's files are empty, and the device knows. */
int aisp_written_begin(const struct aisp_buffers *b, int slot, struct aisp_err *err);

/* The device's files into the outputs that io[] shows. */
int aisp_written_take(const struct aisp_buffers *b, int slot, struct aisp_err *err);

/* Bytes [first, first + n) of output o, as far as its file has them by now on the
 * device; n lies in one page. */
void aisp_written_peek(const struct aisp_buffers *b, int slot, int o, size_t first,
		       size_t n, char *to);

/* Pages that the device lacks of the slot's file of which it lacks most, those that the
 * file lacks too; NaN: the kernel does not say. */
double aisp_written_unsynced(const struct aisp_buffers *b, int slot);

/* How often the device was told to write its own cache through, since it started, by
 * whomever; NaN: it has none, or nobody counts. */
double aisp_written_flushes(const struct aisp_buffers *b);

/*
 * What two looks say together: what one of them saw missing stays, and then what one
 * of them could not tell.
 */
double aisp_unsynced_of_both(double a, double b);
double aisp_flushes_of_both(double a, double b);

/* Bytes of the slot's files beyond their outputs, and of much that is reserved for
 * them, added to *n. */
void aisp_written_beyond(const struct aisp_buffers *b, int slot, int64_t *n);

#endif
