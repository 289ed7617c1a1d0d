/* SPDX-License-Identifier: MIT
 *
 * rows_predication.h - all rows, by the select_row() of the step that includes it.
 */
#ifndef ROWS_PREDICATION_H
#define ROWS_PREDICATION_H

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS];
	int32_t *n_kept = io->out[1].data;

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		n_kept[i] = (int32_t)select_row(aisp_in_f32(io, 0) + i * cols, cols,
						aisp_out_f32(io, 0) + i * cols);
	return 0;
}

#endif
