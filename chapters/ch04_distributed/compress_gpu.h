/* SPDX-License-Identifier: MIT
 *
 * compress_gpu.h - all-reduce of bytes with a scale for each block, chunk by chunk.
 *
 * Rank p sums part p of the blocks.  A window has codes [2 (ranks - 1)][part][256]: a
 * slot for each peer's terms of this rank's part and one for the sums of each peer's
 * part; scales [2 (ranks - 1)][part] follow.
 */
#ifndef COMPRESS_GPU_H
#define COMPRESS_GPU_H

#include <aisp/peer_channels.h>

#include "coded_block.h"

#define CODE_THREADS 512
#define CODE_UNROLL  2 /* blocks that a warp loads at the same time */
#define CHUNK_BLOCKS (CODE_THREADS / 32 * CODE_UNROLL)

struct coded_sums {
	const float *x;
	float *y;
	int64_t n, part; /* elements; blocks that a rank sums (the last rank: fewer) */
};

/* Sends, sums and gathers chunks. */
struct courier {
	const struct aisp_ranks &r;
	const struct coded_sums &s;

	/* Block u of this warp, from the begin of a part on. */
	__device__ int64_t block(int64_t number, int u) const
	{
		int64_t chunk = number * gridDim.x + blockIdx.x;

		return chunk * CHUNK_BLOCKS + threadIdx.x / 32 * CODE_UNROLL + u;
	}

	/* The slot for terms that source has sent, or for its sums. */
	__device__ int64_t slot(int rank, int source, bool are_sums) const
	{
		return slot_of(rank, source) + (are_sums ? r.n - 1 : 0);
	}

	__device__ void put(int rank, int64_t slot, int64_t b,
			    const struct coded &c) const
	{
		char *w = (char *)r.window[rank];
		uint2 *code = (uint2 *)(w + (slot * s.part + b) * BLOCK);
		float *scale = (float *)(w + 2 * (r.n - 1) * s.part * BLOCK);

		code[threadIdx.x % 32] = c.code;
		if (threadIdx.x % 32 == 0)
			scale[slot * s.part + b] = c.scale;
	}

	__device__ struct coded get(int64_t slot, int64_t b) const
	{
		const char *w = (const char *)r.window[r.rank];
		const uint2 *code = (const uint2 *)(w + (slot * s.part + b) * BLOCK);
		const float *scale =
			(const float *)(w + 2 * (r.n - 1) * s.part * BLOCK);
		struct coded c;

		c.code = __ldcg(code + threadIdx.x % 32);
		c.scale = __ldcg(scale + slot * s.part + b);
		return c;
	}

	/* Sends each peer the codes of its part. */
	__device__ void scatter(int64_t number) const
	{
		const vectors<const float> x(s.x, s.n);

		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			struct eight e[CODE_UNROLL];

#pragma unroll
			for (int u = 0; u < CODE_UNROLL; u++)
				e[u] = read_eight(x, peer * s.part + block(number, u));
#pragma unroll
			for (int u = 0; u < CODE_UNROLL; u++)
				if (block(number, u) < s.part)
					put(peer, slot(peer, r.rank, false),
					    block(number, u), encode(e[u]));
		}
		tell(r, (int)blockIdx.x, (uint32_t)number + 1);
	}

	/* Sums block b of this rank's part in the order of ranks; own terms are exact.
	 */
	__device__ struct eight sum_of(int64_t b) const
	{
		struct eight sum = { 0 };

		for (int k = 0; k < r.n; k++)
			sum.add(k == r.rank ? read_eight(vectors<const float>(s.x, s.n),
							 r.rank * s.part + b)
					    : decode(get(slot(r.rank, k, false), b)));
		return sum;
	}

	/* All ranks, also this one, use the sums' codes, and so have the same bits. */
	__device__ void add(int64_t number) const
	{
		await(r, (int)blockIdx.x, (uint32_t)number + 1);
#pragma unroll
		for (int u = 0; u < CODE_UNROLL; u++) {
			int64_t b = block(number, u);
			struct coded c;

			if (b >= s.part)
				continue;
			c = encode(sum_of(b));
			for (int far = 1; far < r.n; far++) {
				int peer = (r.rank + far) % r.n;

				put(peer, slot(peer, r.rank, true), b, c);
			}
			write_eight(vectors<float>(s.y, s.n), r.rank * s.part + b,
				    decode(c));
		}
		tell(r, (int)blockIdx.x + SUMMED, (uint32_t)number + 1);
	}

	__device__ void gather(int64_t number) const
	{
		const vectors<float> y(s.y, s.n);

		await(r, (int)blockIdx.x + SUMMED, (uint32_t)number + 1);
		for (int far = 1; far < r.n; far++) {
			int source = (r.rank + far) % r.n;

#pragma unroll
			for (int u = 0; u < CODE_UNROLL; u++) {
				int64_t b = block(number, u);

				if (b < s.part)
					write_eight(
						y, source * s.part + b,
						decode(get(slot(r.rank, source, true),
							   b)));
			}
		}
	}
};

#endif
