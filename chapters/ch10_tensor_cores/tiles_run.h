/* SPDX-License-Identifier: MIT
 *
 * tiles_run.h - setup() and run() of the variants whose blocks stay.
 */
#ifndef TILES_RUN_H
#define TILES_RUN_H

#include "tiles.h"
#include <aisp/tma.h>
#include <stdlib.h>

struct state {
	aisp_encode encode;
	int n_blocks;
};

/* What a launch needs beside its last arguments. */
struct launch {
	CUtensorMap a, b, c;
	struct order order;
	int n_k;
};

/* As many clusters as the GPU holds at once. */
template <class P, class K> static int tiles_prepare(K *kernel, struct state *s)
{
	cudaLaunchAttribute cluster = { cudaLaunchAttributeClusterDimension };
	cudaLaunchConfig_t launch = { dim3(P::BLOCKS), dim3(THREADS), P::BYTES };
	int n_clusters;

	cluster.val.clusterDim = { P::BLOCKS, 1, 1 };
	launch.attrs = &cluster;
	launch.numAttrs = 1;
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, P::BYTES));
	AISP_TRY(cudaOccupancyMaxActiveClusters(&n_clusters, kernel, &launch));
	s->n_blocks = n_clusters * P::BLOCKS;
	return aisp_find_encode(&s->encode);
}

template <class P, class K> static int tiles_setup(K *kernel, void **state)
{
	*state = calloc(1, sizeof(struct state));
	return *state ? tiles_prepare<P>(kernel, (struct state *)*state) : -ENOMEM;
}

template <class P>
static int tiles_launch(const struct aisp_io *io, const struct state *s,
			struct launch *l)
{
	const struct aisp_tensor *c = &io->out[0];
	int rc = aisp_describe(s->encode, &io->in[0], P::ELEM_BYTES, TILE_M / P::ACROSS,
			       P::STEP, &l->a);

	if (!rc)
		rc = aisp_describe(s->encode, &io->in[1], P::ELEM_BYTES, P::N / P::DOWN,
				   P::STEP, &l->b);
	if (!rc)
		rc = aisp_describe(s->encode, c, P::OUT_BYTES, 16,
				   AISP_ROW_BYTES / P::OUT_BYTES, &l->c);
	l->order.rows = (int)aisp_ceil_div(c->shape[0], TILE_M * P::DOWN);
	l->order.cols = (int)aisp_ceil_div(c->shape[1], P::N * P::ACROSS);
	l->n_k = (int)aisp_ceil_div(io->in[0].shape[1], P::STEP);
	return rc;
}

#endif
