/* SPDX-License-Identifier: MIT
 *
 * touched.h - marks of slots: when their pages were last asked for.
 */
static void touch(struct cache *c, int32_t page, int32_t slot, int32_t step)
{
	(void)page;
	c->mark[slot] = step;
}
