/* SPDX-License-Identifier: MIT
 *
 * streamk_run.h - setup(), run() and teardown() of stream-K.
 */
#ifndef STREAMK_RUN_H
#define STREAMK_RUN_H

#include "../../chapters/ch10_tensor_cores/tiles_run.h"
#include "cut.h"
#include "streamk.h"

/* Clusters of two tiles below each other, or side by side for an odd row of them. */
using down = plan<AISP_WGMMA_BF16, 256, 2, 1, 4, WORKERS, 2>;
using across = plan<AISP_WGMMA_BF16, 256, 1, 2, 4, WORKERS, 2>;

struct stream {
	struct state tiles;
	unsigned *flags, call;
};

static int stream_setup(const struct aisp_io *io, void **state)
{
	struct stream *s = (struct stream *)calloc(1, sizeof(*s));
	size_t bytes;
	int rc;

	*state = s;
	if (!s)
		return -ENOMEM;
	rc = tiles_prepare<across>(streamk<across>, &s->tiles);
	if (!rc)
		rc = tiles_prepare<down>(streamk<down>, &s->tiles);
	if (rc)
		return rc;
	bytes = (size_t)s->tiles.n_blocks * WORKERS * sizeof(*s->flags);
	if (io->workspace_bytes < bytes / sizeof(*s->flags) * SUMS<down> * 4)
		return -ENOTSUP;
	AISP_TRY(cudaMalloc(&s->flags, bytes));
	return aisp_cuda_status(cudaMemset(s->flags, 0, bytes));
}

/* Clusters side by side share A, and each B is left to few that must keep together. */
template <class P> static struct cut cut_for(const struct launch &l, int n_blocks)
{
	return best_cut(l.order.rows * l.order.cols, l.n_k, n_blocks / P::BLOCKS,
			P::DOWN > 1);
}

template <class P>
static void stream_start(const struct aisp_io *io, struct stream *s,
			 const struct launch &l, const struct schedule &q)
{
	struct scratch x = { (float4 *)io->workspace, s->flags, ++s->call,
			     (int)io->param[M] };

	streamk<P><<<s->tiles.n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, q, x);
}

static int stream_run(const struct aisp_io *io, void *state)
{
	struct stream *s = (struct stream *)state;
	struct cut d, a;
	struct launch l, m;
	int rc = tiles_launch<down>(io, &s->tiles, &l);

	if (!rc)
		rc = tiles_launch<across>(io, &s->tiles, &m);
	if (rc)
		return rc;
	d = cut_for<down>(l, s->tiles.n_blocks);
	a = cut_for<across>(m, s->tiles.n_blocks);
	if (a.n_steps < d.n_steps)
		stream_start<across>(io, s, m, a.q);
	else
		stream_start<down>(io, s, l, d.q);
	return aisp_launched();
}

static void stream_teardown(void *state)
{
	struct stream *s = (struct stream *)state;

	if (s)
		cudaFree(s->flags);
	free(s);
}

#endif
