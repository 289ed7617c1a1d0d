/* SPDX-License-Identifier: MIT */
#include "pair_arms.h"

static int list_blocks(const struct aisp_arm *a,
		       bool (*counts)(const struct aisp_measured *), int64_t *blocks)
{
	int n = a->n_launches < AISP_MAX_LAUNCHES ? a->n_launches : AISP_MAX_LAUNCHES;

	for (int i = 0; i < n; i++)
		blocks[i] = counts(&a->launches[i]) ? a->launches[i].block : -1;
	return n;
}

int aisp_pair_arms(const struct aisp_arm *a, const struct aisp_arm *b,
		   bool (*counts)(const struct aisp_measured *),
		   struct aisp_pair *pairs)
{
	int64_t a_blocks[AISP_MAX_LAUNCHES], b_blocks[AISP_MAX_LAUNCHES];
	int n_a = list_blocks(a, counts, a_blocks);
	int n_b = list_blocks(b, counts, b_blocks);

	return aisp_pair_launches(a_blocks, n_a, b_blocks, n_b, pairs);
}

int aisp_pairs_tried(const struct aisp_arm *a, const struct aisp_arm *b)
{
	struct aisp_pair pairs[AISP_MAX_LAUNCHES];

	return aisp_pair_arms(a, b, aisp_measured_ended_well, pairs);
}
