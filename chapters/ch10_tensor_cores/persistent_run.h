/* SPDX-License-Identifier: MIT
 *
 * persistent_run.h - setup() and run() of the variants whose blocks stay.
 */
#ifndef PERSISTENT_RUN_H
#define PERSISTENT_RUN_H

#include "persistent.h"
#include <stdlib.h>

struct state {
	PFN_cuTensorMapEncodeTiled_v12000 encode;
	int n_blocks;
};

/* As many clusters as the GPU holds at once. */
template <class P> static int persistent_setup(void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	cudaLaunchAttribute cluster = { cudaLaunchAttributeClusterDimension };
	cudaLaunchConfig_t launch = { dim3(P::BLOCKS), dim3(THREADS), P::BYTES };
	int n_clusters;

	*state = s;
	if (!s)
		return -ENOMEM;
	cluster.val.clusterDim = { P::BLOCKS, 1, 1 };
	launch.attrs = &cluster;
	launch.numAttrs = 1;
	AISP_TRY(cudaFuncSetAttribute(
		product<P>, cudaFuncAttributeMaxDynamicSharedMemorySize, P::BYTES));
	AISP_TRY(cudaOccupancyMaxActiveClusters(&n_clusters, product<P>, &launch));
	s->n_blocks = n_clusters * P::BLOCKS;
	return find_encode(&s->encode);
}

template <class P>
static int persistent_run(const struct aisp_io *io, const struct state *s)
{
	int64_t m = io->out[0].shape[0], n = io->out[0].shape[1];
	struct order o = { (int)aisp_ceil_div(m, TILE_M * P::DOWN),
			   (int)aisp_ceil_div(n, TILE_N * P::ACROSS), P::EDGE };
	CUtensorMap a, b, c;
	int rc = describe(s->encode, &io->in[0], P::ELEM_BYTES, TILE_M / P::ACROSS, &a);

	if (!rc)
		rc = describe(s->encode, &io->in[1], P::ELEM_BYTES, TILE_N / P::DOWN,
			      &b);
	if (!rc)
		rc = describe(s->encode, &io->out[0], 2, 16, &c);
	if (rc)
		return rc;
	product<P><<<s->n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(
		a, b, c, o, (int)aisp_ceil_div(io->in[0].shape[1], P::STEP));
	return aisp_launched();
}

#endif
