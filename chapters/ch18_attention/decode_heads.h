/* SPDX-License-Identifier: MIT
 *
 * decode_heads.h - run(): the heads of all sequences, one after the other.
 */
static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t i = 0; i < p[BATCH] * p[HEADS]; i++) {
		struct decode d = decode_of(io, i / p[HEADS], i % p[HEADS]);

		attend_group(&d);
	}
	return 0;
}
