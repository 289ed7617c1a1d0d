/* SPDX-License-Identifier: MIT
 *
 * ring_rows.h - parts of a sequence on a GPU, and their rows in shared memory.
 */
#ifndef RING_ROWS_H
#define RING_ROWS_H

#include <aisp/peer_chunks.h>

#define RING_TILE    64 /* queries, and keys */
#define RING_SIDE    16
#define RING_THREADS (RING_SIDE * RING_SIDE)
#define RING_PER     (RING_TILE / RING_SIDE)
#define LOG2_E       1.44269504f

/* Consecutive positions, each a row of all heads; either q or o, or k and v. */
struct part {
	const float *q, *k, *v;
	float *o;
	int64_t first, n; /* positions */
};

struct heads {
	int64_t heads, dim;
	float scale; /* of scores, for powers of 2 */
};

static inline struct heads heads_of(const struct aisp_io *io)
{
	return { io->param[HEADS], io->param[DIM],
		 LOG2_E / sqrtf((float)io->param[DIM]) };
}

/* Shared: rows of DIM elements, zeros behind a head's own; a row of q or k is four
 * longer, so that rows side by side lie in other banks. */
template <int DIM> struct ring_shared {
	float q[RING_TILE][DIM + 4], k[RING_TILE][DIM + 4], v[RING_TILE][DIM];
	float p[RING_TILE][RING_TILE + 4]; /* weights, by query */
};

/* Rows [at, at + RING_TILE) of n of a head. */
template <int DIM, int STRIDE>
static __device__ inline void load_rows(float to[][STRIDE], const float *x, int64_t at,
					int64_t n, const struct heads &h, int64_t head)
{
#pragma unroll
	for (int u = 0; u < RING_TILE * DIM / 4 / RING_THREADS; u++) {
		int i = threadIdx.x + u * RING_THREADS, row = i / (DIM / 4);
		int c = i % (DIM / 4) * 4;
		const float *from = x + ((at + row) * h.heads + head) * h.dim + c;
		float4 v = { 0, 0, 0, 0 };

		if (at + row < n && c < h.dim && h.dim % 4 == 0)
			v = __ldcg((const float4 *)from);
		else if (at + row < n)
			for (int k = 0; k < 4; k++)
				if (c + k < h.dim)
					((float *)&v)[k] = __ldcg(from + k);
		*(float4 *)(to[row] + c) = v;
	}
}

#endif
