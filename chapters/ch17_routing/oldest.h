/* SPDX-License-Identifier: MIT
 *
 * oldest.h - the page whose last request is oldest leaves.
 */
#include "touched.h"

static int32_t choose(struct cache *c, int32_t page, int32_t step)
{
	(void)page;
	(void)step;
	return least_mark(c);
}
