/* SPDX-License-Identifier: MIT
 *
 * slab_run.h - the launch of slab.h.
 */
#ifndef SLAB_RUN_H
#define SLAB_RUN_H

#include "../../chapters/ch10_tensor_cores/tiles_run.h"
#include "slab.h"

template <class P> static int slab_prepare(struct state *s)
{
	return tiles_prepare<P>(slab<P>, s);
}

/* Weights are its A, tokens its B, and C is its C transposed. */
template <class P>
static int slab_start(const struct aisp_io *io, const struct state *s)
{
	CUtensorMap w, x, c;
	struct order o = { (int)aisp_ceil_div(io->param[N], P::ROWS * P::DOWN),
			   (int)aisp_ceil_div(io->param[M], P::N) };
	int rc = aisp_describe(s->encode, &io->in[1], 2, P::ROWS, P::STEP, &w);

	if (!rc)
		rc = aisp_describe(s->encode, &io->in[0], 2, P::N / P::DOWN, P::STEP,
				   &x);
	if (!rc)
		rc = aisp_describe(s->encode, &io->out[0], 2, SLAB_TOKENS, P::STEP, &c);
	if (rc)
		return rc;
	slab<P><<<s->n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(
		w, x, c, o, (int)aisp_ceil_div(io->param[K], P::STEP));
	return aisp_launched();
}

#endif
