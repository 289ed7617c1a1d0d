/* SPDX-License-Identifier: MIT
 *
 * Four passes instead of twenty rounds of comparisons, and no branch to predict. Each
 * key is stored to one of 256 places that are far apart: more bits per pass would mean
 * fewer passes, but too many places.
 */
#include "workload_sort.h"

#define DIGIT_BITS 8
#include "radix.h"

static void scatter(struct move m, int64_t n, int pass, int64_t *at)
{
	for (int64_t i = 0; i < n; i++)
		m.to[at[digit_of(m.from[i], pass)]++] = m.from[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], at[N_PASSES][N_DIGITS] = { 0 };

	(void)state;
	count_all(io->in[0].data, n, at);
	for (int pass = 0; pass < N_PASSES; pass++) {
		begin_digits(at[pass]);
		scatter(move_of(io, pass), n, pass, at[pass]);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "radix sort, 8 bits per pass",
	.run = run,
};
