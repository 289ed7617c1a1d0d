/* SPDX-License-Identifier: MIT
 *
 * A new graph for each call: captured, instantiated, launched once, thrown away.
 */
#include "workload_update.h"

#include "update_steps.h"

static int setup(const struct aisp_io *io, void **state)
{
	return state_new(io, (struct state **)state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	cudaGraphExec_t exec;
	cudaGraph_t graph;
	int rc = capture(io, s, &graph);

	if (rc)
		return rc;
	AISP_TRY(cudaGraphInstantiate(&exec, graph, 0));
	AISP_TRY(cudaGraphLaunch(exec, aisp_stream(io)));
	AISP_TRY(cudaGraphExecDestroy(exec)); /* freed when the launch has ended */
	AISP_TRY(cudaGraphDestroy(graph));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "captured and instantiated anew for each call",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
