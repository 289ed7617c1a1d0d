/* SPDX-License-Identifier: MIT
 *
 * split_run.h - the launch of split.h.
 */
#ifndef SPLIT_RUN_H
#define SPLIT_RUN_H

#include "split.h"
#include <aisp/tma.h>

template <class P> static int split_prepare(void)
{
	return aisp_cuda_status(cudaFuncSetAttribute(
		split<P>, cudaFuncAttributeMaxDynamicSharedMemorySize, P::ROOM + 1024));
}

template <class P> static dim3 split_grid(const struct aisp_io *io, int parts)
{
	return dim3(parts, aisp_ceil_div(io->param[M], P::N),
		    aisp_ceil_div(io->param[N], P::ROWS));
}

template <class P> static int split_steps(const struct aisp_io *io)
{
	return (int)aisp_ceil_div(io->param[K], SPLIT_STEP * P::BOXES);
}

/* As many as there is room for, or as have something to hold. */
template <class P> static int split_stages(int parts, int steps)
{
	int room = (P::ROOM - P::sent_bytes(parts)) / P::STAGE_BYTES;
	int most = (int)aisp_ceil_div(steps, parts);
	int least = (int)aisp_ceil_div(P::N * P::TOKEN_BYTES, P::STAGE_BYTES);

	if (most < least)
		most = least;
	return most < room ? most : room;
}

template <class P>
static int split_launch(const struct aisp_io *io, const CUtensorMap &w,
			const CUtensorMap &x, int parts)
{
	struct split_c c = { (__nv_bfloat16 *)io->out[0].data, (int)io->param[M],
			     (int)io->param[N] };
	cudaLaunchAttribute cluster = { cudaLaunchAttributeClusterDimension };
	int steps = split_steps<P>(io), stages = split_stages<P>(parts, steps);
	cudaLaunchConfig_t l = { split_grid<P>(io, parts), dim3(P::BLOCK),
				 (size_t)(stages * P::STAGE_BYTES +
					  P::sent_bytes(parts) + 1024),
				 aisp_stream(io) };

	cluster.val.clusterDim = { (unsigned)parts, 1, 1 };
	l.attrs = &cluster;
	l.numAttrs = parts > 1;
	return aisp_cuda_status(
		cudaLaunchKernelEx(&l, split<P>, w, x, c, steps, stages));
}

template <class P>
static int split_start(const struct aisp_io *io, aisp_encode encode, int parts)
{
	CUtensorMap w, x;
	int rc = aisp_describe_ahead(encode, &io->in[1], 2, P::ROWS, SPLIT_STEP,
				     CU_TENSOR_MAP_L2_PROMOTION_L2_128B, &w);

	if (!rc)
		rc = aisp_describe_ahead(encode, &io->in[0], 2, P::N, SPLIT_STEP,
					 CU_TENSOR_MAP_L2_PROMOTION_L2_128B, &x);
	return rc ? rc : split_launch<P>(io, w, x, parts);
}

#endif
