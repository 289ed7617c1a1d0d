/* SPDX-License-Identifier: MIT
 *
 * cache.h - what all policies of evict share: which page lies in which slot, kept in
 * the workspace from step to step.  A policy that includes it, and evict_run.h at its
 * end, defines touch() and choose().
 */
#include <stdbool.h>

struct cache {
	int32_t *own;   /* N_OWN numbers of the policy; own[0]: slots in use */
	int32_t *page;  /* of a slot */
	int32_t *mark;  /* of a slot, the policy's */
	int32_t *prev;  /* of a slot, for policies */
	int32_t *next;  /* that keep the slots in an order */
	int32_t *slot;  /* of a page, 1 more; 0: it is not there */
	int32_t *count; /* of a page, the policy's */
	const int64_t *param;
};

static inline struct cache cache_of(const struct aisp_io *io)
{
	int64_t capacity = io->param[CAPACITY];
	int32_t *at = (int32_t *)io->workspace, *slots = at + N_OWN;

	return (struct cache){ .own = at,
			       .page = slots,
			       .mark = slots + capacity,
			       .prev = slots + 2 * capacity,
			       .next = slots + 3 * capacity,
			       .slot = slots + 4 * capacity,
			       .count = slots + 4 * capacity + n_ids(io->param),
			       .param = io->param };
}

/* The slot with the least mark. */
static inline int32_t least_mark(const struct cache *c)
{
	int32_t best = 0;

	for (int32_t s = 1; s < c->own[0]; s++)
		best = c->mark[s] < c->mark[best] ? s : best;
	return best;
}
