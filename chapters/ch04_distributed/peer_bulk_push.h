/* SPDX-License-Identifier: MIT
 *
 * peer_bulk_push.h - one thread that issues a channel's copies, some loads ahead of the
 * stores and some stores ahead of their signals.
 */
#ifndef PEER_BULK_PUSH_H
#define PEER_BULK_PUSH_H

#include "peer_copy_unit.h"
#include "peer_exchange.h"

#define BULK_STAGES 6
#define BULK_BEHIND 4 /* stores that need not have arrived before the next */
#define BULK_TAKERS 512

template <class T, exchange_kind KIND> struct pusher {
	const struct aisp_ranks &r;
	const struct parcel<T> &p;
	int channel, n_peers;
	int64_t chunk, n_items; /* vectors; a chunk for a peer is an item */
	unsigned char *room;
	uint64_t *bars;

	__device__ int peer_of(int64_t item) const
	{
		int far = KIND == NEXT ? r.n - 1 : 1 + (int)(item % n_peers);

		return (r.rank + far) % r.n;
	}

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
		uint4 *to = window_of(&r, peer, &p.before) +
			    slot_of(peer, r.rank) * x.count();

		if (bytes(item)) {
			bulk_await(&bars[item % BULK_STAGES],
				   (uint32_t)(item / BULK_STAGES) & 1);
			bulk_store(to + first(item), stage(item), bytes(item));
		}
		/* The remaining elements, fewer than a vector. */
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
};

#endif
