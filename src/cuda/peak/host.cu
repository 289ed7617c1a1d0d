/* SPDX-License-Identifier: MIT
 *
 * host.cu - copies between the host's memory and the GPU's, pinned and pageable,
 * and pinned both ways at once.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#define COPY_BYTES  ((size_t)256 << 20)
#define HOST_BUDGET 0.1

struct copies {
	char *pinned_from, *pinned_to, *pageable, *gpu_from, *gpu_to;
	cudaStream_t other; /* of the second direction */
	cudaEvent_t begin, end;
};

struct copy {
	const struct copies *m;
	char *to, *from;
};

static cudaError_t enqueue_copy(const struct bench *b, const void *arg)
{
	const struct copy *c = (const struct copy *)arg;

	return cudaMemcpyAsync(c->to, c->from, COPY_BYTES, cudaMemcpyDefault,
			       b->stream);
}

/* Copy to the GPU on b's stream, and to the host on the other, which b's stream awaits.
 */
static cudaError_t enqueue_both(const struct bench *b, const void *arg)
{
	const struct copies *m = (const struct copies *)arg;
	cudaError_t e;

	if ((e = cudaEventRecord(m->begin, b->stream)) != cudaSuccess ||
	    (e = cudaStreamWaitEvent(m->other, m->begin, 0)) != cudaSuccess ||
	    (e = cudaMemcpyAsync(m->gpu_to, m->pinned_from, COPY_BYTES,
				 cudaMemcpyHostToDevice, b->stream)) != cudaSuccess ||
	    (e = cudaMemcpyAsync(m->pinned_to, m->gpu_from, COPY_BYTES,
				 cudaMemcpyDeviceToHost, m->other)) != cudaSuccess ||
	    (e = cudaEventRecord(m->end, m->other)) != cudaSuccess)
		return e;
	return cudaStreamWaitEvent(b->stream, m->end, 0);
}

static int allocate(struct copies *m, struct aisp_err *err)
{
	if (aisp_cuda_check(cudaMallocHost(&m->pinned_from, COPY_BYTES),
			    "pin memory of the host", err) ||
	    aisp_cuda_check(cudaMallocHost(&m->pinned_to, COPY_BYTES),
			    "pin memory of the host", err) ||
	    aisp_cuda_check(cudaMalloc(&m->gpu_from, COPY_BYTES), "allocate", err) ||
	    aisp_cuda_check(cudaMalloc(&m->gpu_to, COPY_BYTES), "allocate", err) ||
	    aisp_cuda_check(cudaStreamCreateWithFlags(&m->other, cudaStreamNonBlocking),
			    "create a stream", err) ||
	    aisp_cuda_check(cudaEventCreateWithFlags(&m->begin, cudaEventDisableTiming),
			    "create an event", err) ||
	    aisp_cuda_check(cudaEventCreateWithFlags(&m->end, cudaEventDisableTiming),
			    "create an event", err))
		return -1;
	m->pageable = (char *)malloc(COPY_BYTES);
	if (!m->pageable)
		return aisp_err_set(err, "no memory for a copy");
	/* Touch the pages, so that they exist. */
	memset(m->pageable, 0x5a, COPY_BYTES);
	memset(m->pinned_from, 0x5a, COPY_BYTES);
	return aisp_cuda_check(cudaMemset(m->gpu_from, 0xa5, COPY_BYTES), "fill", err);
}

static void release(struct copies *m)
{
	free(m->pageable);
	if (m->end)
		cudaEventDestroy(m->end);
	if (m->begin)
		cudaEventDestroy(m->begin);
	if (m->other)
		cudaStreamDestroy(m->other);
	cudaFree(m->gpu_to);
	cudaFree(m->gpu_from);
	cudaFreeHost(m->pinned_to);
	cudaFreeHost(m->pinned_from);
}

static int one_way(struct bench *b, const struct copies *m, char *to, char *from,
		   enum aisp_gpu_path path, struct aisp_err *err)
{
	struct copy c = { m, to, from };
	struct work w = { enqueue_copy, &c, (double)COPY_BYTES, HOST_BUDGET, false };

	return aisp_bench_rate(b, &w, "256 MiB, cudaMemcpyAsync",
			       &b->p->bandwidth[path], err);
}

int aisp_step_host(struct bench *b, struct aisp_err *err)
{
	struct copies m = { .pinned_from = nullptr };
	struct work both = { enqueue_both, &m, 2.0 * COPY_BYTES, HOST_BUDGET, false };
	int rc = allocate(&m, err);

	if (!rc)
		rc = one_way(b, &m, m.gpu_to, m.pinned_from, AISP_GPU_H2D_PINNED,
			     err) ||
				     one_way(b, &m, m.pinned_to, m.gpu_from,
					     AISP_GPU_D2H_PINNED, err) ||
				     one_way(b, &m, m.gpu_to, m.pageable,
					     AISP_GPU_H2D_PAGEABLE, err) ||
				     one_way(b, &m, m.pageable, m.gpu_from,
					     AISP_GPU_D2H_PAGEABLE, err) ||
				     aisp_bench_rate(
					     b, &both, "256 MiB each way, two streams",
					     &b->p->bandwidth[AISP_GPU_BOTH_PINNED],
					     err)
			     ? -1
			     : 0;
	release(&m);
	return rc;
}
