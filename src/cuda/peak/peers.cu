/* SPDX-License-Identifier: MIT
 *
 * peers.cu - copies from this GPU to each other one by cudaMemcpyPeerAsync, and loads
 * by this GPU's SMs from each other one: many at once, and one after the other.
 */
#include "operand.h"

#include <string.h>

#define BLOCK       256
#define UNROLL      4
#define COPY_BYTES  ((size_t)256 << 20)
#define PEER_BUDGET 0.05
#define HOPS        4096
#define HOP_WORDS   1040 /* each hop reads another line, not all of one channel */

/* n is a multiple of BLOCK * UNROLL. */
__global__ void __launch_bounds__(BLOCK)
	load_peer(const uint4 *a, size_t n, uint4 *sink)
{
	uint4 sum = { 0, 0, 0, 0 };

	for (size_t i = blockIdx.x * (size_t)(BLOCK * UNROLL) + threadIdx.x; i < n;
	     i += gridDim.x * (size_t)(BLOCK * UNROLL)) {
		uint4 x[UNROLL];

#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			x[u] = a[i + u * BLOCK];
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			sum.x ^= x[u].x;
			sum.y ^= x[u].y;
			sum.z ^= x[u].z;
			sum.w ^= x[u].w;
		}
	}
	if ((sum.x & sum.y & sum.z & sum.w) == 0xffffffff) /* 1 in 2^128 */
		*sink = sum;
}

__global__ void fill_local(uint32_t *a, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * (size_t)blockDim.x)
		a[i] = random_bits((uint32_t)i);
}

/* Each word of the chain is the index of the next. */
__global__ void write_chain(uint32_t *a)
{
	uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < HOPS)
		a[i * HOP_WORDS] = (i + 1) % HOPS * HOP_WORDS;
}

/* Each load waits for the one before, and reads from the peer, not from a cache here.
 */
__global__ void follow_chain(const uint32_t *a, uint32_t *sink)
{
	uint32_t at = 0;

	for (int i = 0; i < HOPS; i++)
		asm volatile("ld.relaxed.sys.global.u32 %0, [%1];"
			     : "=r"(at)
			     : "l"(a + at)
			     : "memory");
	*sink = at;
}

struct link {
	int gpu, peer;
	char *here, *there;
};

static cudaError_t enqueue_copy(const struct bench *b, const void *arg)
{
	const struct link *l = (const struct link *)arg;

	return cudaMemcpyPeerAsync(l->there, l->peer, l->here, l->gpu, COPY_BYTES,
				   b->stream);
}

static cudaError_t enqueue_load(const struct bench *b, const void *arg)
{
	const struct link *l = (const struct link *)arg;

	load_peer<<<8 * b->p->gpu.n_sms, BLOCK, 0, b->stream>>>(
		(const uint4 *)l->there, COPY_BYTES / sizeof(uint4), (uint4 *)l->here);
	return cudaGetLastError();
}

static cudaError_t enqueue_chain(const struct bench *b, const void *arg)
{
	const struct link *l = (const struct link *)arg;

	follow_chain<<<1, 1, 0, b->stream>>>((const uint32_t *)l->there,
					     (uint32_t *)l->here);
	return cudaGetLastError();
}

/* Turn the rate of loads, each of which waits for the one before, into a load's time.
 */
static void invert(struct aisp_gpu_figure *f)
{
	f->best = 1e9 / f->best;
	f->median = 1e9 / f->median;
}

static int measure_latency(struct bench *b, const struct link *l,
			   struct aisp_gpu_peer *peer, struct aisp_err *err)
{
	struct work chain = { enqueue_chain, l, HOPS, PEER_BUDGET, false };

	write_chain<<<HOPS / BLOCK, BLOCK, 0, b->stream>>>((uint32_t *)l->there);
	if (aisp_cuda_check(cudaGetLastError(), "write to a peer", err) ||
	    aisp_bench_rate(b, &chain, "one load after the other", &peer->latency_ns,
			    err))
		return -1;
	invert(&peer->latency_ns);
	return 0;
}

/* Allocate memory here and on the peer, and map the peer's if that is possible. */
static int connect(struct bench *b, struct link *l, struct aisp_gpu_peer *peer,
		   struct aisp_err *err)
{
	int is_direct = 0;

	if (aisp_cuda_check(cudaSetDevice(l->peer), "take a peer", err) ||
	    aisp_cuda_check(cudaMalloc(&l->there, COPY_BYTES), "allocate on a peer",
			    err) ||
	    aisp_cuda_check(cudaMemset(l->there, 0x5a, COPY_BYTES), "fill", err) ||
	    aisp_cuda_check(cudaDeviceSynchronize(), "fill", err) ||
	    aisp_cuda_check(cudaSetDevice(l->gpu), "take the GPU", err) ||
	    aisp_cuda_check(cudaMalloc(&l->here, COPY_BYTES), "allocate", err) ||
	    aisp_cuda_check(cudaDeviceCanAccessPeer(&is_direct, l->gpu, l->peer),
			    "look at a peer", err))
		return -1;
	peer->is_direct = is_direct;
	if (is_direct && aisp_cuda_check(cudaDeviceEnablePeerAccess(l->peer, 0),
					 "map a peer's memory", err))
		return -1;
	fill_local<<<b->p->gpu.n_sms, BLOCK, 0, b->stream>>>((uint32_t *)l->here,
							     COPY_BYTES / 4);
	return aisp_cuda_check(cudaStreamSynchronize(b->stream), "fill", err);
}

static int measure(struct bench *b, int index, struct aisp_gpu_peer *peer,
		   struct aisp_err *err)
{
	struct link l = { .gpu = b->p->gpu.index, .peer = index };
	struct work copy = { enqueue_copy, &l, (double)COPY_BYTES, PEER_BUDGET, false };
	struct work load = { enqueue_load, &l, (double)COPY_BYTES, PEER_BUDGET, false };
	int rc = connect(b, &l, peer, err);

	if (!rc)
		rc = aisp_bench_rate(b, &copy, "cudaMemcpyPeerAsync", &peer->copy, err);
	if (!rc && peer->is_direct)
		rc = aisp_bench_rate(b, &load, "loads of 16 B x 4", &peer->load, err);
	if (!rc && peer->is_direct)
		rc = measure_latency(b, &l, peer, err);
	if (!rc && peer->is_direct)
		rc = aisp_cuda_check(cudaDeviceDisablePeerAccess(index),
				     "unmap a peer's memory", err);
	cudaFree(l.here);
	cudaFree(l.there);
	return rc;
}

int aisp_step_peers(struct bench *b, struct aisp_err *err)
{
	int n = 0;

	if (aisp_cuda_check(cudaGetDeviceCount(&n), "count the GPUs", err))
		return -1;
	if (n < 2) {
		aisp_err_set(err, "there is one GPU");
		return 1;
	}
	for (int i = 0; i < n && i < AISP_MAX_PEAK_GPUS; i++) {
		struct aisp_gpu_peer *peer = &b->p->peers[b->p->n_peers];

		if (i == b->p->gpu.index)
			continue;
		memset(peer, 0, sizeof(*peer));
		if (aisp_peak_uuid(peer->uuid, i, err) || measure(b, i, peer, err))
			return -1;
		b->p->n_peers++;
	}
	return 0;
}
