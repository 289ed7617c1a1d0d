/* SPDX-License-Identifier: MIT
 *
 * latency.cu - the time of the smallest pieces of work, by the host's clock, except
 * that of a pair of events.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>

extern "C" {
#include "base/stats.h"
}

#define N_REPS   200
#define N_CHAIN  1000 /* kernels in a row */
#define N_CHAINS 20   /* repetitions of a chain */

__global__ void empty(void)
{
}

struct tools {
	cudaGraphExec_t graph;
	uint64_t *from, *to; /* pinned; on the GPU */
};

/* One repetition of what is timed; it is complete when the function returns. */
typedef cudaError_t action(const struct bench *b, const struct tools *t);

static cudaError_t launch_chain(const struct bench *b, const struct tools *)
{
	for (int i = 0; i < N_CHAIN; i++)
		empty<<<1, 32, 0, b->stream>>>();
	return cudaStreamSynchronize(b->stream);
}

static cudaError_t launch_sync(const struct bench *b, const struct tools *)
{
	empty<<<1, 32, 0, b->stream>>>();
	return cudaStreamSynchronize(b->stream);
}

static cudaError_t launch_graph(const struct bench *b, const struct tools *t)
{
	cudaError_t e = cudaGraphLaunch(t->graph, b->stream);

	return e == cudaSuccess ? cudaStreamSynchronize(b->stream) : e;
}

static cudaError_t small_copy(const struct bench *b, const struct tools *t)
{
	cudaError_t e = cudaMemcpyAsync(t->to, t->from, sizeof(*t->from),
					cudaMemcpyHostToDevice, b->stream);

	return e == cudaSuccess ? cudaStreamSynchronize(b->stream) : e;
}

static void keep(struct aisp_gpu_figure *f, const double *ns, int n, const char *how)
{
	f->best = INFINITY;
	for (int i = 0; i < n; i++)
		f->best = fmin(f->best, ns[i]);
	f->median = aisp_median(ns, n);
	snprintf(f->how, sizeof(f->how), "%s", how);
}

/* Time n_reps repetitions, each of which does n_each pieces of work. */
static int measure(const struct bench *b, const struct tools *t, action *run,
		   int n_reps, int n_each, enum aisp_gpu_latency which, const char *how,
		   struct aisp_err *err)
{
	double ns[N_REPS];

	for (int i = -2; i < n_reps; i++) { /* two to warm up */
		int64_t begin = aisp_now_ns();

		if (aisp_cuda_check(run(b, t), how, err))
			return -1;
		if (i >= 0)
			ns[i] = (double)(aisp_now_ns() - begin) / n_each;
	}
	keep(&b->p->latency_ns[which], ns, n_reps, how);
	return 0;
}

static int measure_events(const struct bench *b, struct aisp_err *err)
{
	double ns[N_REPS];

	for (int i = -2; i < N_REPS; i++) {
		float ms = 0;

		if (aisp_cuda_check(cudaEventRecord(b->start, b->stream), "events",
				    err) ||
		    aisp_cuda_check(cudaEventRecord(b->stop, b->stream), "events",
				    err) ||
		    aisp_cuda_check(cudaEventSynchronize(b->stop), "events", err) ||
		    aisp_cuda_check(cudaEventElapsedTime(&ms, b->start, b->stop),
				    "events", err))
			return -1;
		if (i >= 0)
			ns[i] = (double)ms * 1e6;
	}
	keep(&b->p->latency_ns[AISP_GPU_EVENT_PAIR], ns, N_REPS, "CUDA events");
	return 0;
}

static int make_graph(const struct bench *b, struct tools *t, struct aisp_err *err)
{
	cudaGraph_t graph = nullptr;
	cudaError_t e = cudaStreamBeginCapture(b->stream, cudaStreamCaptureModeRelaxed);

	for (int i = 0; e == cudaSuccess && i < N_CHAIN; i++) {
		empty<<<1, 32, 0, b->stream>>>();
		e = cudaGetLastError();
	}
	if (aisp_cuda_check(e, "capture a graph", err) ||
	    aisp_cuda_check(cudaStreamEndCapture(b->stream, &graph), "capture a graph",
			    err))
		return -1;
	e = cudaGraphInstantiate(&t->graph, graph, 0);
	cudaGraphDestroy(graph);
	return aisp_cuda_check(e, "instantiate a graph", err);
}

static int prepare(const struct bench *b, struct tools *t, struct aisp_err *err)
{
	if (aisp_cuda_check(cudaMallocHost(&t->from, sizeof(*t->from)),
			    "pin memory of the host", err) ||
	    aisp_cuda_check(cudaMalloc(&t->to, sizeof(*t->to)), "allocate", err))
		return -1;
	*t->from = 0x5a5a5a5a5a5a5a5a;
	return make_graph(b, t, err);
}

static void release(struct tools *t)
{
	if (t->graph)
		cudaGraphExecDestroy(t->graph);
	cudaFree(t->to);
	cudaFreeHost(t->from);
}

int aisp_step_latency(struct bench *b, struct aisp_err *err)
{
	struct tools t = { .graph = nullptr };
	int rc = prepare(b, &t, err);

	if (!rc)
		rc = measure_events(b, err) ||
				     measure(b, &t, launch_chain, N_CHAINS, N_CHAIN,
					     AISP_GPU_LAUNCH, "1000 in a row, drained",
					     err) ||
				     measure(b, &t, launch_sync, N_REPS, 1,
					     AISP_GPU_LAUNCH_SYNC,
					     "cudaStreamSynchronize", err) ||
				     measure(b, &t, launch_graph, N_CHAINS, N_CHAIN,
					     AISP_GPU_GRAPH_NODE, "1000 in a chain",
					     err) ||
				     measure(b, &t, small_copy, N_REPS, 1,
					     AISP_GPU_SMALL_H2D, "pinned, synchronized",
					     err)
			     ? -1
			     : 0;
	release(&t);
	return rc;
}
