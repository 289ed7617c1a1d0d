/* SPDX-License-Identifier: MIT
 *
 * All rows, by the draw_row() of the step that includes it.
 */
#ifndef SAMPLE_ROWS_H
#define SAMPLE_ROWS_H

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *l = (const uint16_t *)io->in[LOGITS].data;

	(void)state;
	for (int64_t r = 0; r < io->param[ROWS]; r++)
		((int32_t *)io->out[TOKENS].data)[r] =
			draw_row(io, l + r * io->param[VOCAB], aisp_in_f32(io, U)[r]);
	return 0;
}

#endif
