/* SPDX-License-Identifier: MIT
 *
 * A graph of SWITCH nodes: a kernel says which body of the next node runs, and the GPU
 * goes there by itself.
 */
#include "workload_branch.h"

#include "branch_steps.h"
#include "graph_run.h"

struct args {
	uint32_t *to;
	const uint32_t *from;
	int64_t n;
	cudaGraphConditionalHandle next;
	int is_last; /* nothing comes next */
};

struct choose {
	cudaGraphConditionalHandle next;
	int is_last;

	__device__ void operator()(uint32_t kind) const
	{
		if (!is_last)
			cudaGraphSetConditional(next, kind);
	}
};

static __global__ void begin(const __grid_constant__ struct args a)
{
	begin_all(a.to, a.from, a.n, choose{ a.next, a.is_last });
}

template <int KIND> __global__ void step(const __grid_constant__ struct args a)
{
	step_all(a.to, a.n, KIND, choose{ a.next, a.is_last });
}

/* Behind *before, which it then is: one of four kernels, which all say what is next. */
static int add_switch(cudaGraph_t graph, cudaGraphConditionalHandle which,
		      struct args *args, cudaGraphNode_t *before)
{
	void *const kernels[] = { (void *)step<0>, (void *)step<1>, (void *)step<2>,
				  (void *)step<3> };
	cudaGraphNodeParams p = {};
	cudaGraphNode_t node, body;

	p.type = cudaGraphNodeTypeConditional;
	p.conditional.handle = which;
	p.conditional.type = cudaGraphCondTypeSwitch;
	p.conditional.size = N_KINDS;
	AISP_TRY(cudaGraphAddNode(&node, graph, before, NULL, 1, &p));
	for (int k = 0; k < N_KINDS; k++)
		AISP_TRY(add_kernel(p.conditional.phGraph_out[k], kernels[k], args,
				    THREADS, &body));
	*before = node;
	return 0;
}

static int build(cudaGraph_t graph, struct args *args, int64_t n_steps)
{
	cudaGraphConditionalHandle which;
	cudaGraphNode_t last;

	args->is_last = n_steps == 0;
	if (n_steps)
		AISP_TRY(cudaGraphConditionalHandleCreate(&args->next, graph, 0, 0));
	AISP_TRY(add_kernel(graph, (void *)begin, args, THREADS, &last));
	for (int64_t s = 0; s < n_steps; s++) {
		int rc;

		which = args->next;
		args->is_last = s + 1 == n_steps;
		if (!args->is_last)
			AISP_TRY(cudaGraphConditionalHandleCreate(&args->next, graph, 0,
								  0));
		rc = add_switch(graph, which, args, &last);
		if (rc)
			return rc;
	}
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct args args = { (uint32_t *)io->out[0].data,
			     (const uint32_t *)io->in[0].data, io->param[N], 0, 0 };
	cudaGraph_t graph;
	int rc;

	AISP_TRY(cudaGraphCreate(&graph, 0));
	rc = build(graph, &args, io->param[STEPS]);
	if (!rc)
		rc = aisp_cuda_status(
			cudaGraphInstantiate((cudaGraphExec_t *)state, graph, 0));
	cudaGraphDestroy(graph);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "SWITCH nodes, set by the kernels before",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
