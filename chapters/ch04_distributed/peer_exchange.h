/* SPDX-License-Identifier: MIT
 *
 * peer_exchange.h - a kernel that pushes blocks of elements into the windows of peers
 * chunk by chunk, and takes those that they have pushed into its own.
 *
 * Stores need no answer, so that both directions of a link stay full; loads from a peer
 * send requests against the peer's data.  Each chunk has a signal; the next chunk is on
 * its way while the peer takes this one.  A block of threads and its counterparts at
 * the other ranks are a channel: no block waits for a whole grid.
 */
#ifndef PEER_EXCHANGE_H
#define PEER_EXCHANGE_H

#include <aisp/peer_channels.h>

enum exchange_kind {
	ADD_ALL,  /* all-reduce: everything to every rank, and each adds up */
	ADD_PART, /* reduce-scatter: block p to rank p, which adds up */
	GATHER,   /* all-gather: everything to every rank */
	SWAP,     /* all-to-all: block p to rank p */
	NEXT      /* to the rank before this one */
};

/* How the work is divided. */
struct cut {
	int channels; /* AISP_N_GPU_SIGNALS / AISP_MAX_RANKS - 1 at most */
	int is_split; /* half of the blocks push, half take; else each block does
			 both, and takes `lag` chunks later */
	int lag;
};

template <class T> struct parcel {
	const T *x;
	T *y;
	int64_t elems; /* of a block */
	struct cut cut;
	struct before before;
};

template <enum exchange_kind KIND>
static __device__ bool is_for(int rank, int peer, int n)
{
	return KIND != NEXT || peer == (rank + n - 1) % n;
}

template <enum exchange_kind KIND>
static __device__ bool is_from(int rank, int peer, int n)
{
	return KIND != NEXT || peer == (rank + 1) % n;
}

template <class T, enum exchange_kind KIND>
static __device__ vectors<const T> sent_to(const struct parcel<T> &p, int peer)
{
	bool is_cut = KIND == ADD_PART || KIND == SWAP;

	return vectors<const T>(p.x + (is_cut ? peer * p.elems : 0), p.elems);
}

template <class T, enum exchange_kind KIND>
static __device__ vectors<T> taken_from(const struct parcel<T> &p, int source)
{
	bool is_cut = KIND == GATHER || KIND == SWAP;

	return vectors<T>(p.y + (is_cut ? source * p.elems : 0), p.elems);
}

template <class T, enum exchange_kind KIND, int UNROLL>
static __device__ void push_own(const struct aisp_ranks &r, const struct parcel<T> &p,
				int64_t first)
{
	vectors<const T> x = sent_to<T, KIND>(p, r.rank);
	vectors<T> y = taken_from<T, KIND>(p, r.rank);
	int64_t i = first + threadIdx.x;
	uint4 v[UNROLL];

	if (first + UNROLL * (int64_t)blockDim.x <= min(x.n_full, y.n_full)) {
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			v[u] = __ldcs(x.at(i + u * blockDim.x));
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			__stcs(y.at(i + u * blockDim.x), v[u]);
		return;
	}
	for (int u = 0; u < UNROLL; u++, i += blockDim.x)
		if (i < y.count())
			y.store(i, x.load(i));
}

/* Sends chunk `number` of the channel to all ranks that need it, then signals them. */
template <class T, enum exchange_kind KIND, int UNROLL>
static __device__ void push(const struct aisp_ranks &r, const struct parcel<T> &p,
			    int channel, int64_t number)
{
	int64_t stride = vectors<T>(p.y, p.elems).count();
	int64_t first = (number * p.cut.channels + channel) * UNROLL * blockDim.x;

	for (int far = 1; far < r.n; far++) {
		int peer = (r.rank + far) % r.n;

		if (is_for<KIND>(r.rank, peer, r.n))
			push_chunk<const T, UNROLL>(sent_to<T, KIND>(p, peer),
						    window_of(&r, peer, &p.before) +
							    slot_of(peer, r.rank) *
								    stride,
						    first);
	}
	/* Its own. */
	if constexpr (KIND == GATHER || KIND == SWAP)
		push_own<T, KIND, UNROLL>(r, p, first);
	__syncthreads();
	if (threadIdx.x < r.n && threadIdx.x != r.rank &&
	    is_for<KIND>(r.rank, threadIdx.x, r.n))
		aisp_gpu_signal_set(&r, threadIdx.x, signal_of(channel, r.rank),
				    p.before.count + (uint32_t)number + 1);
}

template <class T, enum exchange_kind KIND, int UNROLL>
static __device__ void take(const struct aisp_ranks &r, const struct parcel<T> &p,
			    int channel, int64_t number)
{
	int64_t stride = vectors<T>(p.y, p.elems).count();
	int64_t first = (number * p.cut.channels + channel) * UNROLL * blockDim.x;
	const uint4 *slots = window_of(&r, r.rank, &p.before);

	if (threadIdx.x < r.n && threadIdx.x != r.rank &&
	    is_from<KIND>(r.rank, threadIdx.x, r.n))
		aisp_gpu_signal_wait(&r, r.rank, signal_of(channel, threadIdx.x),
				     p.before.count + (uint32_t)number + 1);
	__syncthreads();
	if constexpr (KIND == ADD_ALL || KIND == ADD_PART) {
		add_chunk<T, UNROLL>(r, sent_to<T, KIND>(p, r.rank),
				     vectors<T>(p.y, p.elems), slots, stride, first);
	} else {
		for (int far = 1; far < r.n; far++) {
			int source = (r.rank + far) % r.n;

			if (is_from<KIND>(r.rank, source, r.n))
				take_chunk<T, UNROLL>(taken_from<T, KIND>(p, source),
						      slots + slot_of(r.rank, source) *
								      stride,
						      first);
		}
	}
}

template <class T, enum exchange_kind KIND, int UNROLL>
static __global__ void __launch_bounds__(512)
	exchange_chunks(const __grid_constant__ struct aisp_ranks r,
			const __grid_constant__ struct parcel<T> p)
{
	const int is_taker = blockIdx.x >= p.cut.channels;
	const int channel = is_taker ? blockIdx.x - p.cut.channels : blockIdx.x;
	const int64_t n =
		chunks_of_channel(vectors<T>(p.y, p.elems).count(), p.cut.channels,
				  channel, UNROLL * (int64_t)blockDim.x);

	begin_kernel();
	if (p.cut.is_split) {
		for (int64_t k = 0; k < n; k++)
			if (is_taker)
				take<T, KIND, UNROLL>(r, p, channel, k);
			else
				push<T, KIND, UNROLL>(r, p, channel, k);
		return;
	}
	for (int64_t k = 0; k < n + p.cut.lag; k++) {
		if (k < n)
			push<T, KIND, UNROLL>(r, p, channel, k);
		if (k >= p.cut.lag)
			take<T, KIND, UNROLL>(r, p, channel, k - p.cut.lag);
	}
}

#endif
