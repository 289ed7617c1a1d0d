/* SPDX-License-Identifier: MIT
 *
 * update_steps.h - the state of the variants: cells between the steps, whose
 * address stays, so that only the first and the last step depend on the call.
 */
#include <stdlib.h>

#include "ring_kernel.h"

struct state {
	float *scratch;
	cudaGraph_t graph;
	cudaGraphNode_t first, last;
	cudaGraphExec_t exec;
};

static int state_new(const struct aisp_io *io, struct state **s)
{
	*s = (struct state *)calloc(1, sizeof(**s));
	if (!*s)
		return -ENOMEM;
	return aisp_cuda_status(
		cudaMalloc(&(*s)->scratch, 2 * (size_t)io->param[N] * sizeof(float)));
}

static void teardown(void *state)
{
	struct state *s = (struct state *)state;

	if (s->exec)
		cudaGraphExecDestroy(s->exec);
	if (s->graph)
		cudaGraphDestroy(s->graph);
	cudaFree(s->scratch);
	free(s);
}

/* The chain for this call's buffers. */
static int capture(const struct aisp_io *io, const struct state *s, cudaGraph_t *graph)
{
	int rc;

	AISP_TRY(cudaStreamBeginCapture(aisp_stream(io),
					cudaStreamCaptureModeThreadLocal));
	rc = enqueue(aisp_out_f32(io, 0), aisp_in_f32(io, 0), s->scratch,
		     (int)io->param[N], io->param[STEPS], aisp_stream(io));
	AISP_TRY(cudaStreamEndCapture(aisp_stream(io), graph));
	return rc;
}
