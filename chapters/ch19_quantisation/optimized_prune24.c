/* SPDX-License-Identifier: MIT
 *
 * The best of all patterns.  A row keeps one of six possible sums, so that a pattern
 * costs three additions.
 * FLAGS: -O3
 */
#include "workload_prune24.h"

#include "patterns_prune24.h"

/* By the row's four bits of the pattern. */
static void sum_pairs(const float size[16], float sum[SIDE][16])
{
	for (int r = 0; r < SIDE; r++)
		for (int p = 0; p < N_PAIRS; p++) {
			int first = __builtin_ctz(pairs[p]);
			int second = 31 - __builtin_clz(pairs[p]);

			sum[r][pairs[p]] =
				size[r * SIDE + first] + size[r * SIDE + second];
		}
}

static uint16_t choose(const float size[16], const struct patterns *all)
{
	float sum[SIDE][16], most = -1;
	uint16_t best = all->mask[0];

	sum_pairs(size, sum);
	for (int i = 0; i < N_PATTERNS; i++) {
		unsigned mask = all->mask[i];
		float kept = sum[0][mask & 0xf] + sum[1][mask >> 4 & 0xf] +
			     (sum[2][mask >> 8 & 0xf] + sum[3][mask >> 12]);

		if (kept > most) {
			most = kept;
			best = (uint16_t)mask;
		}
	}
	return best;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the best of the 90 patterns",
	.setup = setup,
	.run = run,
	.teardown = free,
};
