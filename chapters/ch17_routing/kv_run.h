/* SPDX-License-Identifier: MIT
 *
 * kv_run.h - a step of a policy that keeps a table of pages: a page is BLOCKS
 * contiguous blocks of a sequence (0: the longest sequence); IS_SHARED says whether
 * equal contents share a page, which must then be one block.
 */
enum { N_PAGES, N_FREE }; /* of own[]: pages ever used; those that are free again */

struct table {
	int64_t most, page;
	int32_t *own;
	int32_t *of_block; /* of a slot's block: where it lies, 1 more */
	int32_t *users;    /* of a page: sequences */
	int32_t *holds;    /* likewise: its first content */
	int32_t *free;     /* pages that are free, the latest last */
	int32_t *at;       /* of a content: the page that held it last, 1 more */
};

static struct table table_of(const struct aisp_io *io)
{
	int64_t n = n_places(io->param);
	int32_t *own = (int32_t *)io->workspace, *of_block = own + N_OWN;

	return (struct table){ .most = io->param[MOST],
			       .page = BLOCKS ? BLOCKS : io->param[MOST],
			       .own = own,
			       .of_block = of_block,
			       .users = of_block + n,
			       .holds = of_block + 2 * n,
			       .free = of_block + 3 * n,
			       .at = of_block + 4 * n };
}

/* The page of a content that lies somewhere, or a free one. */
static int32_t page_for(const struct table *t, int32_t content)
{
	int32_t page = t->at[content] - 1;

	if (IS_SHARED && page >= 0 && t->users[page] && t->holds[page] == content)
		return page;
	return t->own[N_FREE] ? t->free[--t->own[N_FREE]] : t->own[N_PAGES]++;
}

static void release(const struct table *t, int32_t slot)
{
	int32_t *at = t->of_block + slot * t->most;

	for (int64_t b = 0; b < t->most && at[b]; b++) {
		int32_t page = (int32_t)((at[b] - 1) / t->page);

		if (b % t->page == 0 && !--t->users[page])
			t->free[t->own[N_FREE]++] = page;
		at[b] = 0;
	}
}

static int32_t place_of(const struct table *t, int32_t slot, int32_t block,
			int32_t content)
{
	int32_t *at = t->of_block + slot * t->most + block, page;

	if (block % t->page) {
		*at = at[-1] + 1;
	} else {
		page = page_for(t, content);
		t->users[page]++;
		t->holds[page] = content;
		t->at[content] = page + 1;
		*at = (int32_t)(page * t->page) + 1;
	}
	return *at - 1;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data;
	int32_t slot = ((const int32_t *)io->in[SEQUENCE].data)[step];
	int32_t block = ((const int32_t *)io->in[BLOCK].data)[step];
	int32_t content = ((const int32_t *)io->in[CONTENT].data)[step];
	int32_t *place = (int32_t *)io->out[PLACE].data + step;
	struct table t = table_of(io);

	(void)state;
	if (!step)
		memset(io->workspace, 0, io->workspace_bytes);
	*place = NOBODY;
	if (block == NOBODY)
		release(&t, slot);
	else
		*place = place_of(&t, slot, block, content);
	return 0;
}
