/* SPDX-License-Identifier: MIT
 *
 * Keys leave the caches by whole lines, which makes 2048 places as cheap as 256: three
 * passes of 11 bits.
 * AFTER: sort
 */
#include "workload_sort.h"

#include "radix_lines.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], count[N_PASSES][N_DIGITS] = { 0 };
	struct lines l;

	(void)state;
	count_all(io->in[0].data, n, count);
	for (int pass = 0; pass < N_PASSES; pass++) {
		struct move m = move_of(io, pass);

		begin_digits(count[pass]);
		memcpy(l.at, count[pass], sizeof(l.at));
		scatter_lines(&l, m.from, n, pass, m.to);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "radix sort, 11 bits per pass, stores of whole lines",
	.run = run,
};
