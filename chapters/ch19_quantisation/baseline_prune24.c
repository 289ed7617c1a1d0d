/* SPDX-License-Identifier: MIT
 *
 * Keeps the largest weight first, then the next largest that some pattern still allows
 * beside those that are kept.
 */
#include "workload_prune24.h"

#include "patterns_prune24.h"

/* Places of a block, the largest first. */
static void sort_places(const float size[16], int at[16])
{
	for (int i = 0; i < 16; i++) {
		int j = i;

		for (; j > 0 && size[at[j - 1]] < size[i]; j--)
			at[j] = at[j - 1];
		at[j] = i;
	}
}

/* Some pattern has all of these. */
static int is_part(unsigned mask, const struct patterns *all)
{
	for (int i = 0; i < N_PATTERNS; i++)
		if ((mask & ~all->mask[i]) == 0)
			return 1;
	return 0;
}

static uint16_t choose(const float size[16], const struct patterns *all)
{
	unsigned mask = 0;
	int at[16] = { 0 };

	sort_places(size, at);
	for (int i = 0; i < 16; i++)
		if (is_part(mask | 1u << at[i], all))
			mask |= 1u << at[i];
	return (uint16_t)mask;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "greedy: the largest weight that still fits, then the next",
	.setup = setup,
	.run = run,
	.teardown = free,
};
