/* SPDX-License-Identifier: MIT
 *
 * written_files.h - outputs that a variant writes to files.
 *
 * Each slot has its own files, empty before each call, in a folder that holds nothing
 * else and is the only one a worker may write to.  The judge's memory holds poison, as
 * for other outputs, which stays where the file is too short.  Files are read back from
 * the device, past the page cache.
 */
#ifndef AISP_WRITTEN_FILES_H
#define AISP_WRITTEN_FILES_H

#include "buffers.h"

bool aisp_has_written(const struct aisp_problem *pr);

/* Makes the folder, below scratch_dir. 0, or -1 with *err filled; so do all below. */
int aisp_written_new(struct aisp_buffers *b, const char *scratch_dir,
		     struct aisp_err *err);
void aisp_written_free(struct aisp_buffers *b);

/* Tell the worker where such outputs go: it has no addresses for them. */
void aisp_written_describe(const struct aisp_buffers *b, struct aisp_plan *plan);

/* Empties the slot's files, on the device too. */
int aisp_written_begin(const struct aisp_buffers *b, int slot, struct aisp_err *err);

/* Reads the files from the device into the outputs that io[] shows. */
int aisp_written_take(const struct aisp_buffers *b, int slot, struct aisp_err *err);

/* Reads bytes [first, first + n) of output o, as far as the device has them by now; all
 * lie in one page. */
void aisp_written_peek(const struct aisp_buffers *b, int slot, int o, size_t first,
		       size_t n, char *to);

/* The pages of a file that the device lacks, counting pages that the file lacks: the
 * largest of the slot's files.  NaN: the kernel does not say. */
double aisp_written_unsynced(const struct aisp_buffers *b, int slot);

/* How often the device was told to flush its own cache since it started, by anybody.
 * NaN: it has no such cache, or nobody counts. */
double aisp_written_flushes(const struct aisp_buffers *b);

/*
 * Joins two readings: if either saw something missing, so does the result; otherwise it
 * is NaN if either is.
 */
double aisp_unsynced_of_both(double a, double b);
double aisp_flushes_of_both(double a, double b);

/* Adds to *n the bytes of the slot's files beyond their outputs, and large
 * reservations. */
void aisp_written_beyond(const struct aisp_buffers *b, int slot, int64_t *n);

#endif
