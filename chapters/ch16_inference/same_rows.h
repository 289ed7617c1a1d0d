/* SPDX-License-Identifier: MIT
 *
 * same_rows.h - checks that a batch does not change a row's bits.  To be included after
 * is_equal(), of rows of inputs, and agrees(), of rows of outputs.
 */
#ifndef SAME_ROWS_H
#define SAME_ROWS_H

static const char *invariant(const struct aisp_io *io)
{
	int64_t m = io->param[ROWS], mb = io->param[OTHERS];

	for (int64_t i = 0; i < m; i++) {
		for (int64_t j = i + 1; j < m; j++)
			if (is_equal(io, X, i, X, j) && !agrees(io, Y, i, Y, j))
				return "a row's bits depend on its place in the batch";
		for (int64_t j = 0; j < mb; j++)
			if (is_equal(io, X, i, XB, j) && !agrees(io, Y, i, YB, j))
				return "a row's bits depend on who shares its batch";
	}
	return NULL;
}

#endif
