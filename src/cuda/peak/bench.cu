/* SPDX-License-Identifier: MIT
 *
 * bench.cu - repeat what is timed, read the clocks, and keep the best rate.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern "C" {
#include "base/stats.h"
}

#define MIN_REPS    5
#define LOOP_NS     4e6  /* of one repetition of a loop */
#define LOOP_BUDGET 0.12 /* seconds */
/*
 * The clocks disagree if the host's time and the events' differ by more than this share
 * and this time.  The host's time also contains the launch and the wake-up, about 10 us
 * each.
 */
#define CLOCK_SHARE 0.1
#define CLOCK_NS    1e5
#define LONG_NS     1e6 /* above this, launch and wake-up matter little */

struct stamp {
	uint64_t cycles, ns;
};

__global__ void stamp_clocks(struct stamp *s)
{
	uint32_t sm;
	uint64_t ns;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
	if (threadIdx.x == 0 && sm < MAX_SMS)
		*(ulonglong2 *)&s[sm] = make_ulonglong2(clock64(), ns);
}

int aisp_cuda_check(cudaError_t e, const char *what, struct aisp_err *err)
{
	if (e == cudaSuccess)
		return 0;
	cudaGetLastError(); /* report an error that is not sticky only once */
	return aisp_err_set(err, "%s: %s", what, cudaGetErrorString(e));
}

int aisp_bench_init(struct bench *b, struct aisp_gpu_peaks *p, struct aisp_err *err)
{
	memset(b, 0, sizeof(*b));
	b->p = p;
	return aisp_cuda_check(cudaSetDevice(p->gpu.index), "take the GPU", err) ||
			       aisp_cuda_check(
				       cudaStreamCreateWithFlags(&b->stream,
								 cudaStreamNonBlocking),
				       "create a stream", err) ||
			       aisp_cuda_check(cudaEventCreate(&b->start),
					       "create an event", err) ||
			       aisp_cuda_check(cudaEventCreate(&b->stop),
					       "create an event", err) ||
			       aisp_cuda_check(
				       cudaMalloc(&b->stamps,
						  2 * MAX_SMS * sizeof(*b->stamps)),
				       "allocate", err)
		       ? -1
		       : 0;
}

void aisp_bench_release(struct bench *b)
{
	cudaFree(b->stamps);
	if (b->stop)
		cudaEventDestroy(b->stop);
	if (b->start)
		cudaEventDestroy(b->start);
	if (b->stream)
		cudaStreamDestroy(b->stream);
}

int aisp_code_arch(const void *kernel)
{
	struct cudaFuncAttributes a;
	bool is_there = cudaFuncGetAttributes(&a, kernel) == cudaSuccess;

	cudaGetLastError();
	return is_there ? a.ptxVersion : 0;
}

int aisp_resident_blocks(const struct bench *b, const void *kernel, int block,
			 size_t shared_bytes)
{
	int n = 0;

	if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
				 (int)shared_bytes) != cudaSuccess ||
	    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, block,
							  shared_bytes) != cudaSuccess)
		n = 0;
	cudaGetLastError();
	return n * b->p->gpu.n_sms;
}

static cudaError_t stamp(const struct bench *b, int is_after)
{
	stamp_clocks<<<2 * b->p->gpu.n_sms, 32, 0, b->stream>>>(b->stamps +
								is_after * MAX_SMS);
	return cudaGetLastError();
}

/* MHz of the first SM on which both kernels ran; 0 if there is none. */
static int read_mhz(const struct bench *b, double *mhz, struct aisp_err *err)
{
	struct stamp s[2 * MAX_SMS];

	*mhz = 0;
	if (aisp_cuda_check(cudaMemcpy(s, b->stamps, sizeof(s), cudaMemcpyDefault),
			    "read the SM clock", err))
		return -1;
	for (int i = 0; i < MAX_SMS && *mhz == 0; i++) {
		const struct stamp *t0 = &s[i], *t1 = &s[i + MAX_SMS];

		if (t0->ns && t1->ns > t0->ns && t1->cycles > t0->cycles)
			*mhz = 1e3 * (double)(t1->cycles - t0->cycles) /
			       (double)(t1->ns - t0->ns);
	}
	return 0;
}

struct sample {
	double event_ns, host_ns, mhz;
};

static cudaError_t enqueue(struct bench *b, const struct work *w)
{
	cudaError_t e;

	if (w->is_clocked &&
	    ((e = cudaMemsetAsync(b->stamps, 0, 2 * MAX_SMS * sizeof(*b->stamps),
				  b->stream)) != cudaSuccess ||
	     (e = stamp(b, 0)) != cudaSuccess))
		return e;
	if ((e = cudaEventRecord(b->start, b->stream)) != cudaSuccess ||
	    (e = w->enqueue(b, w->arg)) != cudaSuccess ||
	    (e = cudaEventRecord(b->stop, b->stream)) != cudaSuccess)
		return e;
	return w->is_clocked ? stamp(b, 1) : cudaSuccess;
}

static int take(struct bench *b, const struct work *w, struct sample *s,
		struct aisp_err *err)
{
	int64_t begin = aisp_now_ns();
	float ms = 0;

	*s = (struct sample){ 0, 0, 0 };
	if (aisp_cuda_check(enqueue(b, w), "launch", err) ||
	    aisp_cuda_check(cudaEventSynchronize(b->stop), "run", err))
		return -1;
	s->host_ns = (double)(aisp_now_ns() - begin);
	if (aisp_cuda_check(cudaStreamSynchronize(b->stream), "run", err) ||
	    aisp_cuda_check(cudaEventElapsedTime(&ms, b->start, b->stop), "read events",
			    err))
		return -1;
	s->event_ns = (double)ms * 1e6;
	return w->is_clocked ? read_mhz(b, &s->mhz, err) : 0;
}

int aisp_bench_once(struct bench *b, const struct work *w, double *ns,
		    struct aisp_err *err)
{
	struct sample s;
	int rc = take(b, w, &s, err);

	*ns = s.event_ns;
	return rc;
}

/*
 * Compare the shortest of many spans by each clock: interrupts of the host make its
 * spans longer, but hardly the shortest one.
 */
static int compare_clocks(struct bench *b, double event_ns, double host_ns,
			  struct aisp_err *err)
{
	double apart = fabs(host_ns - event_ns);

	if (!(event_ns > 0) || apart > CLOCK_SHARE * host_ns + CLOCK_NS)
		return aisp_err_set(err,
				    "the clocks disagree: %.0f us by CUDA events, "
				    "%.0f us by the host",
				    event_ns * 1e-3, host_ns * 1e-3);
	if (host_ns > LONG_NS)
		b->p->clocks_apart = fmax(b->p->clocks_apart, apart / host_ns);
	return 0;
}

static void keep(struct aisp_gpu_figure *f, const struct work *w, const double *ns,
		 int n, double best_ns, double mhz, const char *how)
{
	if (!(w->amount / best_ns * 1e9 > f->best))
		return;
	f->best = w->amount / best_ns * 1e9;
	f->median = w->amount / aisp_median(ns, n) * 1e9;
	f->sm_mhz = mhz;
	snprintf(f->how, sizeof(f->how), "%s", how);
}

int aisp_bench_rate(struct bench *b, const struct work *w, const char *how,
		    struct aisp_gpu_figure *f, struct aisp_err *err)
{
	double ns[MAX_REPS], best = INFINITY, host = INFINITY, mhz = 0;
	int64_t begin = aisp_now_ns();
	struct sample s;
	int n = 0;

	if (take(b, w, &s, err)) /* loads the code */
		return -1;
	while (n < MIN_REPS ||
	       (n < MAX_REPS && (double)(aisp_now_ns() - begin) < w->budget * 1e9)) {
		if (take(b, w, &s, err))
			return -1;
		ns[n++] = s.event_ns;
		host = fmin(host, s.host_ns);
		if (s.event_ns < best) {
			best = s.event_ns;
			mhz = s.mhz;
		}
	}
	if (compare_clocks(b, best, host, err))
		return -1;
	keep(f, w, ns, n, best, mhz, how);
	return 0;
}

static cudaError_t enqueue_loop(const struct bench *b, const void *arg)
{
	const struct loop *l = (const struct loop *)arg;

	return l->enqueue(b, l);
}

int aisp_bench_loop(struct bench *b, struct loop *l, const char *how,
		    struct aisp_gpu_figure *f, struct aisp_err *err)
{
	struct work w = { enqueue_loop, l, 0, LOOP_BUDGET, true };
	double ns = 0;

	/* The first call loads the code; the others grow to where it does not matter.
	 */
	for (l->iters = 16; l->iters < 1 << 24; l->iters *= 4) {
		if (aisp_bench_once(b, &w, &ns, err))
			return -1;
		if (l->iters > 16 && ns > LOOP_NS / 8)
			break;
	}
	l->iters = (int)fmin(1 << 28, fmax(1, l->iters * LOOP_NS / fmax(ns, 1)));
	w.amount = l->amount * l->iters;
	return aisp_bench_rate(b, &w, how, f, err);
}
