/* SPDX-License-Identifier: MIT
 *
 * evict_run.h - a step of a policy: touch(cache, page, slot, step) is called for each
 * request, where slot holds its page, or is NOBODY if it is not kept; choose(cache,
 * page, step) returns the slot whose page leaves for a new one, or NOBODY if the new
 * page is not kept.
 */
static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[STEP].data;
	int32_t page = ((const int32_t *)io->in[PAGE].data)[step];
	int32_t *victim = (int32_t *)io->out[VICTIM].data + step;
	struct cache c = cache_of(io);
	int32_t slot;

	(void)state;
	if (!step)
		memset(io->workspace, 0, io->workspace_bytes);
	*victim = NOBODY;
	slot = c.slot[page] - 1;
	if (slot < 0) {
		bool is_full = c.own[0] == io->param[CAPACITY];

		slot = is_full ? choose(&c, page, (int32_t)step) : c.own[0]++;
		if (is_full)
			*victim = slot < 0 ? page : c.page[slot];
		if (is_full && slot >= 0)
			c.slot[c.page[slot]] = 0;
		if (slot >= 0) {
			c.page[slot] = page;
			c.slot[page] = slot + 1;
			c.mark[slot] = NOBODY;
		}
	}
	touch(&c, page, slot, (int32_t)step);
	return 0;
}
