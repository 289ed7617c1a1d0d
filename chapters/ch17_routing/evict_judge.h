/* SPDX-License-Identifier: MIT
 *
 * evict_judge.h - the pages that leave a cache, answer by answer.  After PAGE,
 * REQUESTS, CAPACITY and n_ids() of the workload.
 */
#include "pages.h"

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *page = (const int32_t *)io->in[PAGE].data;
	const int32_t *got = (const int32_t *)io->out[o].data;
	struct held h;
	int rc = held_new(&h, io->param[CAPACITY], n_ids(io->param));

	for (int64_t i = 0; i < first + n && !rc; i++) {
		int32_t right = serve(&h, page[i], got[i], n_ids(io->param));

		if (i < first)
			continue;
		ref[i - first] = right;
		mag[i - first] = 1;
	}
	held_free(&h);
}
