/* SPDX-License-Identifier: MIT
 *
 * file_pages.h - how many pages of files the page cache holds.
 */
#ifndef AISP_FILE_PAGES_H
#define AISP_FILE_PAGES_H

#include "buffers.h"

/* Cached pages of all inputs in files together; -1: no such input, or unknown. */
int64_t aisp_file_pages(const struct aisp_buffers *b);

/* Pages of a file that the device lacks: changed, or being written.  NaN: unknown, as
 * before Linux 6.5, or the file is only in memory. */
double aisp_pages_unsynced(int fd);

#endif
