/* SPDX-License-Identifier: MIT */
#include "hostile.h"
#include "base/rng.h"

/* The pilot and one launch in three have it: no variant can tell which. */
static bool has_hostile(const struct aisp_harness *h, int block)
{
	uint64_t bits = aisp_seed_key(&h->seed, h->n_launches, UINT64_MAX, 3);

	return block < 0 || !aisp_random_below(bits, 0, 3);
}

/* Variants right for structure may fail for magnitudes: arms get both in turn. */
static bool is_adversarial(const struct aisp_harness *h, const struct aisp_arm *a)
{
	uint64_t n = aisp_seed_key(&h->seed, UINT64_MAX, UINT64_MAX, 6);

	for (int k = 0; k < a->n_launches; k++)
		n += a->launches[k].evidence.hostile_elems > 0;
	return n % 2;
}

void aisp_hostile_choose(struct aisp_sampling *s, const struct aisp_harness *h,
			 const struct aisp_arm *a, int block)
{
	s->has_hostile = has_hostile(h, block);
	s->is_adversarial = is_adversarial(h, a);
}

enum aisp_dist aisp_hostile_dist(const struct aisp_sampling *s, enum aisp_dist usual)
{
	if (s->is_adversarial && usual != AISP_DIST_ADVERSARIAL)
		return AISP_DIST_ADVERSARIAL;
	return aisp_dist_hostile(usual);
}

const char *aisp_hostile_lacks(const struct aisp_contract *c)
{
	const struct aisp_workload *w = c->workload;

	for (int i = 0; i < c->problem.n_in && !w->prepare && !w->prepare_part; i++) {
		const struct aisp_spec *s = &c->problem.in[i];

		if (s->fill == AISP_FILL_REAL && aisp_is_integer(s->dtype) &&
		    aisp_dtype_bytes(s->dtype) > 1)
			return s->name;
	}
	return NULL;
}
