/* SPDX-License-Identifier: MIT
 *
 * graph_run.h - a variant whose state is an instance of a graph, and nodes of one that
 * is put together by hand.
 */
#ifndef GRAPH_RUN_H
#define GRAPH_RUN_H

#include <aisp/cuda.h>

/* A kernel that takes *args, a thread for each of args->n. */
template <class Args>
static cudaError_t add_kernel(cudaGraph_t graph, void *kernel, Args *args, int threads,
			      cudaGraphNode_t *node)
{
	void *list[] = { args };
	cudaKernelNodeParams p = {};

	p.func = kernel;
	p.gridDim = (unsigned)aisp_ceil_div(args->n, threads);
	p.blockDim = threads;
	p.kernelParams = list;
	return cudaGraphAddKernelNode(node, graph, NULL, 0, &p);
}

static int run(const struct aisp_io *io, void *state)
{
	AISP_TRY(cudaGraphLaunch((cudaGraphExec_t)state, aisp_stream(io)));
	return 0;
}

static void teardown(void *state)
{
	cudaGraphExecDestroy((cudaGraphExec_t)state);
}

#endif
