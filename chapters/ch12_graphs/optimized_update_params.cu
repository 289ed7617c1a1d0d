/* SPDX-License-Identifier: MIT
 *
 * Nothing is captured again: the two nodes that see the caller's buffers get new
 * parameters.
 */
#include "workload_update.h"

#include "update_steps.h"

struct args {
	float *next;
	const float *now;
	int n;
	void *list[3];
};

/* Step k of the chain for the buffers of io; args must live as long as *p is used. */
static void describe(const struct aisp_io *io, const struct state *s, int64_t k,
		     struct args *args, cudaKernelNodeParams *p)
{
	int n = (int)io->param[N];

	args->next =
		k + 1 < io->param[STEPS] ? s->scratch + k % 2 * n : aisp_out_f32(io, 0);
	args->now = k ? s->scratch + (k - 1) % 2 * n : aisp_in_f32(io, 0);
	args->n = n;
	args->list[0] = &args->next;
	args->list[1] = &args->now;
	args->list[2] = &args->n;
	*p = {};
	p->func = (void *)step;
	p->gridDim = (unsigned)aisp_ceil_div(n, THREADS);
	p->blockDim = THREADS;
	p->kernelParams = args->list;
}

static int build(const struct aisp_io *io, struct state *s)
{
	cudaKernelNodeParams p;
	struct args args;

	AISP_TRY(cudaGraphCreate(&s->graph, 0));
	for (int64_t k = 0; k < io->param[STEPS]; k++) {
		cudaGraphNode_t before = s->last;

		describe(io, s, k, &args, &p);
		AISP_TRY(
			cudaGraphAddKernelNode(&s->last, s->graph, &before, k > 0, &p));
		if (k == 0)
			s->first = s->last;
	}
	AISP_TRY(cudaGraphInstantiate(&s->exec, s->graph, 0));
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s;
	int rc = state_new(io, &s);

	*state = s;
	return rc ? rc : build(io, s);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	cudaKernelNodeParams p;
	struct args args;

	describe(io, s, 0, &args, &p);
	AISP_TRY(cudaGraphExecKernelNodeSetParams(s->exec, s->first, &p));
	describe(io, s, io->param[STEPS] - 1, &args, &p);
	AISP_TRY(cudaGraphExecKernelNodeSetParams(s->exec, s->last, &p));
	AISP_TRY(cudaGraphLaunch(s->exec, aisp_stream(io)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "new parameters for the first and the last node",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
