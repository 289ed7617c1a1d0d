/* SPDX-License-Identifier: MIT
 *
 * byte_run.h - what setup() and run() need in variants that use byte_tiles.h.
 */
#ifndef BYTE_RUN_H
#define BYTE_RUN_H

#include "byte_tiles.h"
#include <aisp/tma.h>
#include <stdlib.h>

struct state {
	aisp_encode encode;
	int n_clusters;
};

/* What a launch needs beside its last arguments. */
struct launch {
	CUtensorMap a, b, c;
	struct order order;
	int n_k, n_blocks;
};

template <class P> static struct order order_of(const struct aisp_io *io)
{
	return { (int)aisp_ceil_div(io->param[M], PAIR * TILE_M),
		 (int)aisp_ceil_div(io->param[N], P::N) };
}

/* Columns times the rounds of tiles that the GPU needs: a measure of the time. */
template <class P> static int64_t cost(const struct aisp_io *io, int n_clusters)
{
	struct order o = order_of<P>(io);

	return aisp_ceil_div((int64_t)o.rows * o.cols, n_clusters) * P::N;
}

/* As many as the GPU holds at once. */
template <class P, class K> static int find_clusters(K *kernel, struct state *s)
{
	cudaLaunchAttribute cluster = { cudaLaunchAttributeClusterDimension };
	cudaLaunchConfig_t launch = { dim3(PAIR), dim3(THREADS), P::BYTES };

	cluster.val.clusterDim = { PAIR, 1, 1 };
	launch.attrs = &cluster;
	launch.numAttrs = 1;
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, P::BYTES));
	AISP_TRY(cudaOccupancyMaxActiveClusters(&s->n_clusters, kernel, &launch));
	return 0;
}

template <class P>
static int describe(const struct aisp_io *io, const struct state *s, struct launch *l)
{
	int rc = aisp_describe(s->encode, &io->in[0], 1, TILE_M, STEP, &l->a);

	if (!rc)
		rc = aisp_describe(s->encode, &io->in[1], 1, P::N / PAIR, STEP, &l->b);
	if (!rc)
		rc = aisp_describe(s->encode, &io->out[0], 2, 16, P::PIECE, &l->c);
	l->order = order_of<P>(io);
	l->n_k = (int)aisp_ceil_div(io->param[K], STEP);
	l->n_blocks = s->n_clusters * PAIR;
	return rc;
}

#endif
