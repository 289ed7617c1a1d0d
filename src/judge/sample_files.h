/* SPDX-License-Identifier: MIT
 *
 * sample_files.h - what a sample reveals about inputs and outputs in files.
 */
#ifndef AISP_SAMPLE_FILES_H
#define AISP_SAMPLE_FILES_H

#include "session.h"

/* State of the input files, while the worker is stopped. */
struct aisp_files_mark {
	int64_t n_pages;   /* in the page cache; negative: no input is a file */
	double read_bytes; /* by the worker so far; NaN if no input is a file */
};

/* Take the mark: files are in place, and the worker is stopped. */
void aisp_files_mark(const struct aisp_session *s, struct aisp_files_mark *m);

/* Note pages read since the worker goes on, through the page cache or past it. */
void aisp_files_note_early(struct aisp_session *s, const struct aisp_files_mark *m);

/* Note what the device has of written files, as soon as the call has answered. */
void aisp_files_note_written(struct aisp_session *s, int slot, double flushes_before);

#endif
