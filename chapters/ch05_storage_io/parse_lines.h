/* SPDX-License-Identifier: MIT
 *
 * All lines, by the take_line() of the step that includes it.
 */
#ifndef PARSE_LINES_H
#define PARSE_LINES_H

static int run(const struct aisp_io *io, void *state)
{
	const char *s = io->in[0].data, *end = s + io->in[0].shape[0];
	float *x = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++)
		x[i] = take_line(&s, end);
	return 0;
}

#endif
