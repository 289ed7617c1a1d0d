/* SPDX-License-Identifier: MIT
 *
 * graph_steps.h - setup() captures what the variant's capture() puts into the
 * stream; run() replays it with one launch.
 */
#include "graph_run.h"

static int instantiate(cudaStream_t stream, cudaGraphExec_t *exec)
{
	cudaGraph_t graph;

	AISP_TRY(cudaStreamEndCapture(stream, &graph));
	AISP_TRY(cudaGraphInstantiate(exec, graph, 0));
	AISP_TRY(cudaGraphDestroy(graph));
	return aisp_cuda_status(cudaGraphUpload(*exec, stream));
}

static int setup(const struct aisp_io *io, void **state)
{
	cudaStream_t stream = aisp_stream(io);
	cudaGraphExec_t exec;
	int rc;

	AISP_TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	rc = capture(io);
	if (!rc)
		rc = instantiate(stream, &exec);
	if (!rc)
		*state = exec;
	return rc;
}
