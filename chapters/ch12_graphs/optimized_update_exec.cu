/* SPDX-License-Identifier: MIT
 *
 * Captured anew for each call, but the instance is kept: the update compares the
 * two graphs and takes over what differs.
 */
#include "workload_update.h"

#include "update_steps.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s;
	int rc = state_new(io, &s);

	*state = s;
	if (!rc)
		rc = capture(io, s, &s->graph);
	return rc ? rc : aisp_cuda_status(cudaGraphInstantiate(&s->exec, s->graph, 0));
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	cudaGraphExecUpdateResultInfo result;
	cudaGraph_t graph;
	int rc = capture(io, s, &graph);

	if (rc)
		return rc;
	AISP_TRY(cudaGraphExecUpdate(s->exec, graph, &result));
	AISP_TRY(cudaGraphDestroy(graph));
	AISP_TRY(cudaGraphLaunch(s->exec, aisp_stream(io)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "captured anew, the instance updated as a whole",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
