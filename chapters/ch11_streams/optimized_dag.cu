/* SPDX-License-Identifier: MIT
 *
 * A step goes behind one that it needs, into the same stream, or else into the stream
 * that was given nothing for longest; for each other step that it needs, its stream
 * waits for an event.
 */
#include "workload_dag.h"

#include "dag_kernel.h"
#include <aisp/streams.h>

struct plan {
	struct streams *streams;
	cudaEvent_t done[MOST_STEPS];
	int64_t last[MAX_STREAMS]; /* step of each stream; -1: none */
	int stream_of[MOST_STEPS];
};

static void teardown(void *state)
{
	struct plan *p = (struct plan *)state;

	for (int k = 0; k < MOST_STEPS; k++)
		if (p->done[k])
			cudaEventDestroy(p->done[k]);
	streams_free(p->streams);
	free(p);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct plan *p = (struct plan *)calloc(1, sizeof(*p));

	(void)io;
	if (!p)
		return -ENOMEM;
	*state = p;
	for (int k = 0; k < MOST_STEPS; k++)
		AISP_TRY(cudaEventCreateWithFlags(&p->done[k], cudaEventDisableTiming));
	return streams_new(&p->streams, MAX_STREAMS, 0);
}

static int choose_stream(const struct plan *p, const int32_t *before)
{
	int oldest = 0;

	for (int i = 0; i < 2; i++)
		if (before[i] >= 0 && p->last[p->stream_of[before[i]]] == before[i])
			return p->stream_of[before[i]];
	for (int s = 1; s < MAX_STREAMS; s++)
		if (p->last[s] < p->last[oldest])
			oldest = s;
	return oldest;
}

static int put_step(const struct aisp_io *io, struct plan *p, int64_t k)
{
	const int32_t *before = needs_of(io, k);
	int s = choose_stream(p, before);
	cudaStream_t stream = p->streams->stream[s];

	p->last[s] = k;
	p->stream_of[k] = s;
	for (int i = 0; i < 2; i++)
		if (before[i] >= 0 && p->stream_of[before[i]] != s)
			AISP_TRY(cudaStreamWaitEvent(stream, p->done[before[i]], 0));
	launch_step(io, k, stream);
	return aisp_cuda_status(cudaEventRecord(p->done[k], stream));
}

static int run(const struct aisp_io *io, void *state)
{
	struct plan *p = (struct plan *)state;
	int rc = streams_fork(p->streams, aisp_stream(io));

	for (int s = 0; s < MAX_STREAMS; s++)
		p->last[s] = -1;
	for (int64_t k = 0; k < io->param[STEPS] && !rc; k++)
		rc = put_step(io, p, k);
	if (!rc)
		rc = streams_join(p->streams, aisp_stream(io));
	return rc ? rc : aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "eight streams, and an event for each step",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
