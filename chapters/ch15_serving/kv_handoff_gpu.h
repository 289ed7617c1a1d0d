/* SPDX-License-Identifier: MIT
 *
 * kv_handoff_gpu.h - where pages lie on GPUs, and how they are copied.
 *
 * The decoder's windows hold pages in the order of the prompt, [layer][token][elems].
 */
#ifndef KV_HANDOFF_GPU_H
#define KV_HANDOFF_GPU_H

#include <aisp/cuda.h>
#include <aisp/ranks_gpu.h>

#define KV_THREADS 256
#define KV_UNROLL  4

struct kv {
	const float *x, *w;
	float *cache;
	const int32_t *slot;
	int64_t layers, pages, width, elems;
};

static inline struct kv kv_of(const struct aisp_io *io)
{
	const int64_t *p = io->param;

	return { aisp_in_f32(io, X),
		 aisp_in_f32(io, W),
		 aisp_out_f32(io, 0),
		 (const int32_t *)io->in[SLOT].data,
		 p[LAYERS],
		 p[PAGES],
		 p[WIDTH],
		 p[ELEMS] };
}

static __device__ inline float *cached(const struct kv &p, int64_t layer, int64_t token)
{
	int64_t slot = layer * p.pages + p.slot[token / PAGE_TOKENS];

	return p.cache + (slot * PAGE_TOKENS + token % PAGE_TOKENS) * p.elems;
}

static __device__ inline float *shown(const struct aisp_ranks &r, int rank,
				      const struct kv &p, int64_t layer, int64_t token)
{
	return (float *)r.window[rank] +
	       (layer * p.pages * PAGE_TOKENS + token) * p.elems;
}

/* A block copies n elements; both begin at multiples of 16 bytes, since a page is 16
 * rows.  Loads bypass the cache that may hold stale data. */
static __device__ inline void copy_page(float *to, const float *from, int64_t n)
{
	for (int64_t at = threadIdx.x; at < n / 4; at += KV_UNROLL * KV_THREADS) {
		float4 q[KV_UNROLL];

#pragma unroll
		for (int u = 0; u < KV_UNROLL; u++)
			if (at + u * KV_THREADS < n / 4)
				q[u] = __ldcg((const float4 *)from + at +
					      u * KV_THREADS);
#pragma unroll
		for (int u = 0; u < KV_UNROLL; u++)
			if (at + u * KV_THREADS < n / 4)
				((float4 *)to)[at + u * KV_THREADS] = q[u];
	}
}

/* Copies a page from this rank's window to the slot that its table says. */
static __device__ inline void take_page(const struct aisp_ranks &r, const struct kv &p,
					int64_t layer, int64_t page)
{
	copy_page(cached(p, layer, page * PAGE_TOKENS),
		  shown(r, r.rank, p, layer, page * PAGE_TOKENS),
		  PAGE_TOKENS * p.elems);
}

static inline unsigned kv_blocks(const struct kv &p)
{
	int64_t n = p.layers * p.pages;
	int64_t room = 4 * aisp_gpu(cudaDevAttrMultiProcessorCount);

	return (unsigned)(n < room ? n : room);
}

#endif
