/* SPDX-License-Identifier: MIT
 *
 * file_pages.h - what the page cache has of files.
 */
#ifndef AISP_FILE_PAGES_H
#define AISP_FILE_PAGES_H

#include "buffers.h"

/* Of all inputs that lie in files together; -1 if there is none, or nobody knows. */
int64_t aisp_file_pages(const struct aisp_buffers *b);

/* Pages of a file that the device lacks: changed, or on their way.  NaN: nobody knows,
 * as before Linux 6.5, or the file is in memory alone. */
double aisp_pages_unsynced(int fd);

#endif
