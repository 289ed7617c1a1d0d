/* SPDX-License-Identifier: MIT
 *
 * lines_adamw.h - the step on elements that begin a line of all arrays, so that no two
 * threads write to one line.
 */
#ifndef LINES_ADAMW_H
#define LINES_ADAMW_H

#include <errno.h>

#include "adamw_cpu.h"

#define LINE 32 /* elements: 64 bytes of the smallest ones */

/* Updates elements [first, end).  Returns -EINVAL if another thread may share a line.
 */
static inline int adamw_lines(const struct aisp_io *io, int64_t first, int64_t end)
{
	if (first % LINE || (end % LINE && end < all_elems(io->param)))
		return -EINVAL;
	adamw_tensors(io, first, end);
	return 0;
}

#endif
