/* SPDX-License-Identifier: MIT
 *
 * file_pages.h - what the page cache has of inputs that lie in files.
 */
#ifndef AISP_FILE_PAGES_H
#define AISP_FILE_PAGES_H

#include "buffers.h"

/* Pages of all of them together; -1 if there is no such input, or nobody knows. */
int64_t aisp_file_pages(const struct aisp_buffers *b);

#endif
