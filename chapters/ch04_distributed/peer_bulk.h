/* SPDX-License-Identifier: MIT
 *
 * peer_bulk.h - the exchange of peer_exchange.h with the copy unit of each SM: one
 * thread orders chunks from memory to shared memory and from there to a peer, and the
 * other warps take what comes.  Blocks of elements begin at multiples of 16 bytes.
 */
#ifndef PEER_BULK_H
#define PEER_BULK_H

#include "peer_exchange.h"

static __device__ inline uint32_t in_shared(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

static __device__ inline void bulk_init(uint64_t *bar)
{
	asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(in_shared(bar))
		     : "memory");
}

/* Bytes from memory, which bar counts. */
static __device__ inline void bulk_load(void *to, const void *from, uint32_t bytes,
					uint64_t *bar)
{
	asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
			     in_shared(bar)),
		     "r"(bytes)
		     : "memory");
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
		     " [%0], [%1], %2, [%3];" ::"r"(in_shared(to)),
		     "l"(from), "r"(bytes), "r"(in_shared(bar))
		     : "memory");
}

static __device__ inline void bulk_await(uint64_t *bar, uint32_t parity)
{
	asm volatile("{\n\t.reg .pred p;\n\tAGAIN:\n\t"
		     "mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n\t"
		     "@!p bra AGAIN;\n\t}" ::"r"(in_shared(bar)),
		     "r"(parity)
		     : "memory");
}

static __device__ inline void bulk_store(void *to, const void *from, uint32_t bytes)
{
	asm volatile(
		"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
		"r"(in_shared(from)), "r"(bytes)
		: "memory");
	asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* Until what at most N stores still read is in shared memory. */
template <int N> static __device__ inline void bulk_read_wait(void)
{
	asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

/* Until at most N stores are not seen yet. */
template <int N> static __device__ inline void bulk_wait(void)
{
	asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory");
}

#define BULK_STAGES 6
#define BULK_BEHIND 4 /* stores that need not have arrived before the next */
#define BULK_TAKERS 512

template <class T, enum exchange_kind KIND>
struct pusher {
	const struct aisp_ranks &r; const struct parcel<T> & p; int channel, n_peers;
	int64_t chunk, n_items; /* vectors; a chunk for a peer is an item */
	unsigned char * room; uint64_t * bars;

	__device__ int peer_of(int64_t item)
		const { int far = KIND == NEXT ? r.n - 1 : 1 + (int)(item % n_peers);

			return (r.rank + far) % r.n; }

__device__ int64_t first(int64_t item) const
{
	return (item / n_peers * p.cut.channels + channel) * chunk;
}

__device__ uint32_t bytes(int64_t item) const
{
	int64_t left = sent_to<T, KIND>(p, peer_of(item)).n_full - first(item);

	return left <= 0 ? 0 : 16 * (uint32_t)min(left, chunk);
}

__device__ unsigned char *stage(int64_t item) const
{
	return room + item % BULK_STAGES * chunk * 16;
}

__device__ void load(int64_t item) const
{
	if (item < n_items && bytes(item))
		bulk_load(stage(item),
			  sent_to<T, KIND>(p, peer_of(item)).at(first(item)),
			  bytes(item), &bars[item % BULK_STAGES]);
}

__device__ void store(int64_t item) const
{
	int peer = peer_of(item);
	const vectors<const T> x = sent_to<T, KIND>(p, peer);
	uint4 *to = window_of(&r, peer, &p.before) + slot_of(peer, r.rank) * x.count();

	if (bytes(item)) {
		bulk_await(&bars[item % BULK_STAGES],
			   (uint32_t)(item / BULK_STAGES) & 1);
		bulk_store(to + first(item), stage(item), bytes(item));
	}
	/* What is less than a vector. */
	if (first(item) + chunk >= x.count())
		for (int64_t i = x.n_full; i < x.count(); i++)
			to[i] = x.load(i);
}

__device__ void tell(int64_t item) const
{
	if (item < 0)
		return;
	asm volatile("fence.proxy.async;" ::: "memory");
	aisp_gpu_signal_set(&r, peer_of(item), signal_of(channel, r.rank),
			    p.before.count + (uint32_t)(item / n_peers) + 1);
}

__device__ void run(void) const
{
	for (int i = 0; i < BULK_STAGES; i++)
		bulk_init(&bars[i]);
	asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
	for (int i = 0; i < BULK_STAGES - 1; i++)
		load(i);
	for (int64_t item = 0; item < n_items; item++) {
		store(item);
		bulk_read_wait<1>();
		load(item + BULK_STAGES - 1);
		bulk_wait<BULK_BEHIND>();
		tell(item - BULK_BEHIND);
	}
	bulk_wait<0>();
	for (int64_t k = BULK_BEHIND; k > 0; k--)
		tell(n_items - k);
}
}
;

static __device__ inline void takers_meet(void)
{
	asm volatile("bar.sync 1, %0;" ::"n"(BULK_TAKERS) : "memory");
}

template <class T, int UNROLL>
static __device__ void add_bulk(const struct aisp_ranks &r, const vectors<const T> &x,
				const vectors<T> &y, const uint4 *slots, int64_t first)
{
	const int64_t stride = x.count();
	sums<T> s[UNROLL];

#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		s[u].clear();
	for (int k = 0; k < r.n; k++) {
		const uint4 *v = slots + slot_of(r.rank, k) * stride;

#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			int64_t i = first + u * BULK_TAKERS;

			if (i < stride)
				s[u].add(k == r.rank ? x.load(i) : __ldcg(v + i));
		}
	}
#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		if (first + u * BULK_TAKERS < stride)
			y.store(first + u * BULK_TAKERS, s[u].rounded());
}

/* From a peer's slot or, if that is NULL, from x. */
template <class T, int UNROLL>
static __device__ void copy_bulk(const vectors<const T> &x, const vectors<T> &y,
				 const uint4 *from, int64_t first)
{
	uint4 v[UNROLL];

#pragma unroll
	for (int u = 0; u < UNROLL; u++) {
		int64_t i = first + u * BULK_TAKERS;

		if (i < y.count())
			v[u] = from ? __ldcg(from + i) : x.load(i);
	}
#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		if (first + u * BULK_TAKERS < y.count())
			y.store(first + u * BULK_TAKERS, v[u]);
}

/* By threads 0 to BULK_TAKERS - 1, of all warps but one. */
template <class T, enum exchange_kind KIND, int UNROLL>
static __device__ void take_bulk(const struct aisp_ranks &r, const struct parcel<T> &p,
				 int channel, int64_t number, int thread)
{
	const vectors<const T> x = sent_to<T, KIND>(p, r.rank);
	const uint4 *slots = window_of(&r, r.rank, &p.before);
	const int64_t first =
		(number * p.cut.channels + channel) * UNROLL * BULK_TAKERS + thread;

	if (thread < r.n && thread != r.rank && is_from<KIND>(r.rank, thread, r.n))
		aisp_gpu_signal_wait(&r, r.rank, signal_of(channel, thread),
				     p.before.count + (uint32_t)number + 1);
	takers_meet();
	if constexpr (KIND == ADD_ALL || KIND == ADD_PART) {
		add_bulk<T, UNROLL>(r, x, vectors<T>(p.y, p.elems), slots, first);
	} else {
		for (int source = 0; source < r.n; source++) {
			const uint4 *from = slots + slot_of(r.rank, source) * x.count();
			bool is_own = source == r.rank;

			if (is_own ? KIND != NEXT : is_from<KIND>(r.rank, source, r.n))
				copy_bulk<T, UNROLL>(x, taken_from<T, KIND>(p, source),
						     is_own ? NULL : from, first);
		}
	}
}

template <class T, enum exchange_kind KIND, int UNROLL>
static __global__ void __launch_bounds__(32 + BULK_TAKERS, 1)
	exchange_bulk(const __grid_constant__ struct aisp_ranks r,
		      const __grid_constant__ struct parcel<T> p)
{
	extern __shared__ __align__(128) unsigned char room[];
	__shared__ uint64_t bars[BULK_STAGES];
	const int64_t chunk = UNROLL * BULK_TAKERS;
	const int channel = blockIdx.x, n_peers = KIND == NEXT ? 1 : r.n - 1;
	const int64_t n = chunks_of_channel(vectors<const T>(p.x, p.elems).count(),
					    p.cut.channels, channel, chunk);

	begin_kernel();
	if (threadIdx.x >= BULK_TAKERS) {
		const struct pusher<T, KIND> s = {
			r, p, channel, n_peers, chunk, n *n_peers, room, bars
		};

		if (threadIdx.x == BULK_TAKERS)
			s.run();
		return;
	}
	for (int64_t k = 0; k < n; k++)
		take_bulk<T, KIND, UNROLL>(r, p, channel, k, threadIdx.x);
}

#endif
