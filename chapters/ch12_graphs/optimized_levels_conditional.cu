/* SPDX-License-Identifier: MIT
 *
 * A graph with a WHILE node: the kernel itself says whether its level was the last,
 * and the GPU repeats the body without the host.
 */
#include "workload_levels.h"

#include "graph_run.h"
#include "tree_levels.h"

struct progress {
	int level, last; /* the level to visit; the last one that had a node */
	unsigned n_arrived;
};

struct args {
	int32_t *depth;
	const int32_t *parent;
	int64_t n;
	struct progress *progress;
	cudaGraphConditionalHandle again;
};

static __global__ void begin(const __grid_constant__ struct args a)
{
	clear(a.depth, a.n);
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*a.progress = { 1, 0, 0 };
}

/* The last block to arrive knows whether the level had a node. */
static __global__ void advance(const __grid_constant__ struct args a)
{
	struct progress *p = a.progress;
	int level = p->level;
	bool is_found = visit(a.depth, a.parent, a.n, level);

	is_found = __syncthreads_or(is_found);
	if (threadIdx.x)
		return;
	if (is_found)
		atomicMax(&p->last, level);
	__threadfence();
	if (atomicInc(&p->n_arrived, gridDim.x - 1) < gridDim.x - 1)
		return;
	cudaGraphSetConditional(a.again, atomicMax(&p->last, 0) == level);
	p->level = level + 1;
}

/* begin, then advance while `again` is set, which it is at the start. */
static int build(cudaGraph_t graph, struct args *args)
{
	cudaGraphNode_t first, loop, body;
	cudaGraphNodeParams p = {};

	AISP_TRY(cudaGraphConditionalHandleCreate(&args->again, graph, 1,
						  cudaGraphCondAssignDefault));
	AISP_TRY(add_kernel(graph, (void *)begin, args, THREADS, &first));
	p.type = cudaGraphNodeTypeConditional;
	p.conditional.handle = args->again;
	p.conditional.type = cudaGraphCondTypeWhile;
	p.conditional.size = 1;
	AISP_TRY(cudaGraphAddNode(&loop, graph, &first, NULL, 1, &p));
	return aisp_cuda_status(add_kernel(p.conditional.phGraph_out[0],
					   (void *)advance, args, THREADS, &body));
}

static int setup(const struct aisp_io *io, void **state)
{
	struct args args = { (int32_t *)io->out[0].data,
			     (const int32_t *)io->in[0].data, io->param[N],
			     (struct progress *)io->workspace, 0 };
	cudaGraph_t graph;
	int rc;

	AISP_TRY(cudaGraphCreate(&graph, 0));
	rc = build(graph, &args);
	if (!rc)
		rc = aisp_cuda_status(
			cudaGraphInstantiate((cudaGraphExec_t *)state, graph, 0));
	cudaGraphDestroy(graph);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a WHILE node, set by the kernel",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
