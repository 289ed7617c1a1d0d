/* SPDX-License-Identifier: MIT
 *
 * peer_pull.h - copies from the rank behind by loads.
 */
#ifndef PEER_PULL_H
#define PEER_PULL_H

#include "peer_exchange.h"

/* NEXT by loads: some blocks show chunks in this rank's window, others load chunks from
 * that of the next rank. */
template <class T, int UNROLL>
static __global__ void __launch_bounds__(512)
	pull_next(const __grid_constant__ struct aisp_ranks r,
		  const __grid_constant__ struct parcel<T> p)
{
	const vectors<const T> x(p.x, p.elems);
	const vectors<T> y(p.y, p.elems);
	const int64_t chunk = UNROLL * (int64_t)blockDim.x;
	const int channel = blockIdx.x % p.cut.channels;
	const int source = (r.rank + 1) % r.n, reader = (r.rank + r.n - 1) % r.n;
	uint32_t number = p.before.count;

	begin_kernel();
	for (int64_t first = channel * chunk; first < x.count();
	     first += p.cut.channels * chunk) {
		number++;
		if (blockIdx.x < p.cut.channels) {
			push_chunk<const T, UNROLL>(x, window_of(&r, r.rank, &p.before),
						    first);
			__syncthreads();
			if (threadIdx.x == 0)
				aisp_gpu_signal_set(&r, reader,
						    signal_of(channel, r.rank), number);
		} else {
			if (threadIdx.x == 0)
				aisp_gpu_signal_wait(
					&r, r.rank, signal_of(channel, source), number);
			__syncthreads();
			take_chunk<T, UNROLL>(y, window_of(&r, source, &p.before),
					      first);
		}
	}
}

#endif
