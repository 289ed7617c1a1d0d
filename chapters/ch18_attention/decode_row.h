/* SPDX-License-Identifier: MIT
 *
 * decode_row.h - all slabs of all sequences as one row of work, head after head of a
 * sequence, for blocks that take equal pieces of it wherever sequences end (T. Dao et
 * al., Flash-Decoding, 2023; M. Osama et al., Stream-K, arXiv:2301.03598).  After SLAB,
 * in tokens.
 */
#ifndef DECODE_ROW_H
#define DECODE_ROW_H

/* Where a slab of the row lies. */
struct place {
	int sequence, head, slab;
	int slabs, tokens; /* of the sequence */
};

static __device__ int slabs_of(int tokens)
{
	return (tokens + SLAB - 1) / SLAB;
}

/* A warp finds the sequence of slab i, or the number of slabs if slab i is none. */
static __device__ int find(int i, const int *length, int batch, int heads, place *to)
{
	int lane = threadIdx.x % 32, before = 0;
	int ahead = lane < batch ? length[lane] : 0; /* waits for memory overlap */

	for (int first = 0; first < batch; first += 32) {
		int tokens = ahead, later = first + 32 + lane;
		int own = slabs_of(tokens) * heads, sum = own, last;
		unsigned past;

		ahead = later < batch ? length[later] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int x = __shfl_up_sync(~0u, sum, d);

			sum += lane >= d ? x : 0;
		}
		past = __ballot_sync(~0u, before + sum > i);
		if (past) {
			last = __ffs(past) - 1;
			tokens = __shfl_sync(~0u, tokens, last);
			i -= before + __shfl_sync(~0u, sum - own, last);
			*to = { first + last, i / slabs_of(tokens),
				i % slabs_of(tokens), slabs_of(tokens), tokens };
			return 0;
		}
		before += __shfl_sync(~0u, sum, 31);
	}
	return before;
}

#endif
