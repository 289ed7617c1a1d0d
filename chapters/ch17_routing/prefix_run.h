/* SPDX-License-Identifier: MIT
 *
 * prefix_run.h - a step of a policy that keeps a table from blocks to slots, as
 * W. Kwon et al. do (PagedAttention, SOSP 2023, section 4.4): rank(step, block, uses,
 * most) says in what order slots leave, the lowest first; block: its place in the
 * prompt; uses: prompts that had it so far.
 */
struct table {
	int32_t *holds; /* of a slot: its block, 1 more; 0: none */
	int32_t *rank;  /* likewise */
	int32_t *slot;  /* of a block, 1 more; 0: it is not there */
	int32_t *uses;  /* likewise */
};

static struct table table_of(const struct aisp_io *io)
{
	int32_t *at = (int32_t *)io->workspace;
	int64_t capacity = io->param[CAPACITY];

	return (struct table){ .holds = at,
			       .rank = at + capacity,
			       .slot = at + 2 * capacity,
			       .uses = at + 2 * capacity + n_blocks(io->param) };
}

/* The slot that leaves, of those that this prompt did not take. */
static int32_t lowest(const struct table *t, int64_t capacity, const int32_t *of_block,
		      int64_t n)
{
	int32_t best = NOBODY;

	for (int32_t s = 0; s < capacity; s++) {
		bool is_taken = false;

		if (best != NOBODY && t->rank[s] >= t->rank[best])
			continue;
		for (int64_t b = 0; b < n; b++)
			is_taken |= of_block[b] == s;
		best = is_taken ? best : s;
	}
	return best;
}

static void fill(const struct table *t, int32_t slot, int32_t block)
{
	if (t->holds[slot])
		t->slot[t->holds[slot] - 1] = 0;
	t->holds[slot] = block + 1;
	t->slot[block] = slot + 1;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data, most = io->param[MOST];
	const int32_t *block = (const int32_t *)io->in[BLOCK].data + step * most;
	int32_t *slot = (int32_t *)io->out[SLOT].data + step * most, found = 0;
	int64_t n = n_of(io, step);
	struct table t = table_of(io);

	(void)state;
	if (!step)
		memset(io->workspace, 0, io->workspace_bytes);
	for (int64_t b = 0; b < most; b++)
		slot[b] = b < n ? t.slot[block[b]] - 1 : NOBODY;
	while (found < n && slot[found] != NOBODY)
		found++;
	for (int64_t b = 0; b < n; b++) {
		if (slot[b] == NOBODY) {
			slot[b] = lowest(&t, io->param[CAPACITY], slot, n);
			fill(&t, slot[b], block[b]);
		}
		t.rank[slot[b]] = rank((int32_t)step + 1, (int32_t)b,
				       ++t.uses[block[b]], (int32_t)most);
	}
	((int32_t *)io->out[FOUND].data)[step] = found;
	return 0;
}
