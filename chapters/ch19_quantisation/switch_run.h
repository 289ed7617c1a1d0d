/* SPDX-License-Identifier: MIT
 *
 * switch_run.h - the high plane for all tokens, then the variant's decide(rows, token,
 * sums by the high plane, the least sum of a row that may win) for each.
 */
static int run(const struct aisp_io *io, void *state)
{
	struct rows r = rows_of(io);
	int32_t *sum = (int32_t *)io->workspace, *token = (int32_t *)io->out[0].data;

	(void)state;
	multiply_high(&r, sum);
	for (int64_t t = 0; t < r.tokens; t++) {
		const int32_t *s = sum + t * r.n;

		token[t] = decide(&r, t, s, largest(s, r.n) - slack(&r, t));
	}
	return 0;
}
