/* SPDX-License-Identifier: MIT
 *
 * persistent_run.h - setup() and run() of the variants that are persistent.h as it is.
 */
#ifndef PERSISTENT_RUN_H
#define PERSISTENT_RUN_H

#include "persistent.h"
#include "tiles_run.h"

template <class P> static int persistent_setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return tiles_setup<P>(persistent<P, as_is>, state);
}

/* By blocks that stay, or by one for each tile. */
template <class P, bool IS_STAYING = true>
static int persistent_run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct launch l;
	int n_blocks = s->n_blocks, rc = tiles_launch<P>(io, s, &l);

	if (rc)
		return rc;
	if (!IS_STAYING)
		n_blocks = l.order.rows * l.order.cols * P::BLOCKS;
	persistent<P><<<n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, as_is());
	return aisp_launched();
}

#endif
