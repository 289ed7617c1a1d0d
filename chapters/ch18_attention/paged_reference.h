/* SPDX-License-Identifier: MIT
 *
 * paged_reference.h - attention of one query a head over pages, in double.  After
 * paged.h and HEAD_DIM; CACHED() is what an element of the cache stands for, if it is
 * not bf16.
 */
#ifndef PAGED_REFERENCE_H
#define PAGED_REFERENCE_H

#ifndef CACHED
#define CACHED NULL
#endif

/* at[]: the first entry of the sequence's table, and the head. */
static int64_t key_of(const struct view *v, int64_t j)
{
	const int64_t *p = v->io->param;
	const int32_t *table = (const int32_t *)v->io->in[IN_TABLE].data + v->at[0];
	int64_t page = table[j / p[PAGE]];

	return ((page * p[HEADS] + v->at[1]) * p[PAGE] + j % p[PAGE]) * HEAD_DIM;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *length = (const int32_t *)io->in[IN_LENGTH].data;
	const int64_t *p = io->param;

	(void)o;
	for (int64_t e = 0; e < n; e += HEAD_DIM) {
		int64_t row = (first + e) / HEAD_DIM,
			sequence = row / (p[HEADS] * p[GROUP]);
		struct view v = { .io = io,
				  .dim = HEAD_DIM,
				  .q = row * HEAD_DIM,
				  .n = length[sequence],
				  .key = key_of,
				  .at = { sequence * pages_of(p),
					  row / p[GROUP] % p[HEADS] },
				  .cached = CACHED };

		reference_row(&v, ref + e, mag + e);
	}
}

#endif
