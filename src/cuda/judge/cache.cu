/* SPDX-License-Identifier: MIT
 *
 * cache.cu - flush or fill L2 before a call; measure the clock of the multiprocessors.
 */
#include "cuda/read_all.cuh"
#include "launch.cuh"

#define CLOCK_SPAN_NS 30000 /* about a thousand of the timer's steps of 32 ns */
#define TEST_BYTES    (1 << 20)

static __device__ uint64_t global_ns(void)
{
	uint64_t t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}

__global__ void clock_kernel(uint64_t *mhz_milli)
{
	uint64_t before = global_ns(), t0, t1;
	int64_t c0, c1;

	while ((t0 = global_ns()) == before) /* a step begins */
		;
	c0 = clock64();
	while ((t1 = global_ns()) < t0 + CLOCK_SPAN_NS)
		;
	c1 = clock64();
	*mhz_milli = (uint64_t)(c1 - c0) * 1000000 / (t1 - t0);
}

static int read_all(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		    struct aisp_err *err)
{
	int64_t n = n_bytes / sizeof(uint4);

	if (aisp_gpu_enter(g, err))
		return -1;
	read_kernel<<<n_blocks(g, n), BLOCK_THREADS, 0, (cudaStream_t)g->stream>>>(
		(const uint4 *)address, n, (uint64_t *)g->word);
	return launched("read GPU memory", err);
}

/*
 * By reading, not by writing: dirty lines would be written back during the timed
 * call.
 */
extern "C" int aisp_gpu_flush(struct aisp_device_state *g, struct aisp_err *err)
{
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	r = cuCtxResetPersistingL2Cache();
	if (r && r != CUDA_ERROR_NOT_SUPPORTED)
		return aisp_gpu_failed(err, "give up persisting cache lines", r);
	return read_all(g, g->other, g->other_bytes, err);
}

extern "C" int aisp_gpu_warm(struct aisp_device_state *g, uint64_t address,
			     size_t n_bytes, struct aisp_err *err)
{
	return read_all(g, address, n_bytes, err);
}

/* One block reads, so that each access waits for the one before, and latency shows. */
static int timed_read(struct aisp_device_state *g, double *ns, struct aisp_err *err)
{
	float ms = 0;
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	cuEventRecord(g->start, g->stream);
	read_kernel<<<1, BLOCK_THREADS, 0, (cudaStream_t)g->stream>>>(
		(const uint4 *)g->other, TEST_BYTES / sizeof(uint4),
		(uint64_t *)g->word);
	if (launched("read GPU memory", err))
		return -1;
	if ((r = cuEventRecord(g->stop, g->stream)) ||
	    (r = cuEventSynchronize(g->stop)) ||
	    (r = cuEventElapsedTime(&ms, g->start, g->stop)))
		return aisp_gpu_failed(err, "time a kernel", r);
	*ns = ms * 1e6;
	return 0;
}

/* After a flush L2 holds the end of what the flush read, but not its beginning. */
extern "C" int aisp_gpu_test_flush(struct aisp_device_state *g, double *cold_ns,
				   double *hot_ns, struct aisp_err *err)
{
	return timed_read(g, hot_ns, err) || aisp_gpu_flush(g, err) ||
			       aisp_gpu_sync(g, err) || timed_read(g, cold_ns, err) ||
			       timed_read(g, hot_ns, err)
		       ? -1
		       : 0;
}

extern "C" int aisp_gpu_sm_mhz(struct aisp_device_state *g, double *mhz,
			       struct aisp_err *err)
{
	uint64_t milli = 0;

	if (aisp_gpu_enter(g, err))
		return -1;
	clock_kernel<<<1, 1, 0, (cudaStream_t)g->stream>>>((uint64_t *)g->word);
	if (launched("read the clock", err) || take_word(g, &milli, err))
		return -1;
	*mhz = milli / 1000.;
	return 0;
}
