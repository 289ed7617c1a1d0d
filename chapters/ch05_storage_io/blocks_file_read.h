/* SPDX-License-Identifier: MIT
 *
 * blocks_file_read.h - a file in calls of BLOCK_BYTES each, which the steps choose.
 */
#ifndef BLOCKS_FILE_READ_H
#define BLOCKS_FILE_READ_H

#include "input_file.h"

static int run(const struct aisp_io *io, void *state)
{
	size_t n = (size_t)io->param[WORDS] * sizeof(int32_t);
	char *out = (char *)io->out[0].data;

	for (size_t at = 0; at < n; at += BLOCK_BYTES) {
		size_t want = n - at < BLOCK_BYTES ? n - at : BLOCK_BYTES;
		int rc = read_at(state, out + at, want, at);

		if (rc)
			return rc;
	}
	return 0;
}

#endif
