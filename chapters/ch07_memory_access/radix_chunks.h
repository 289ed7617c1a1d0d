/* SPDX-License-Identifier: MIT
 *
 * radix_chunks.h - passes of three kernels (D. Merrill and A. Grimshaw, High
 * Performance and Scalable Radix Sorting, 2011): blocks count the digits of their chunk
 * of the keys, counts become places, and blocks move their chunk, a tile after the
 * other.  The variants define store_tile().
 */
#ifndef RADIX_CHUNKS_H
#define RADIX_CHUNKS_H

#include "radix_gpu.h"

#define MOST_CHUNKS 1024

/* s->to says where the tile's digits go; it has n keys. */
static __device__ void store_tile(struct sorter *s, const struct keys *k, int32_t *to,
				  int n, int pass);

struct chunks {
	const int32_t *from;
	int32_t *to;
	int64_t n, size; /* keys: of all, of a chunk */
	int n_chunks, pass;
	int *count;  /* [digit][chunk]; then places behind smaller keys of the digit */
	int *totals; /* of digits */
};

static __global__ void __launch_bounds__(BLOCK)
	count_chunks(const __grid_constant__ struct chunks c)
{
	__shared__ int count[N_DIGITS];
	int64_t first = blockIdx.x * c.size, end = min(first + c.size, c.n);

	if (threadIdx.x < N_DIGITS)
		count[threadIdx.x] = 0;
	__syncthreads();
#pragma unroll 8
	for (int64_t i = first + threadIdx.x; i < end; i += BLOCK)
		atomicAdd(count + digit_of(c.from[i], c.pass), 1);
	__syncthreads();
	if (threadIdx.x < N_DIGITS)
		c.count[threadIdx.x * c.n_chunks + blockIdx.x] = count[threadIdx.x];
}

/* A block for each digit. */
static __global__ void __launch_bounds__(BLOCK)
	begin_chunks(const __grid_constant__ struct chunks c)
{
	int *count = c.count + (int64_t)blockIdx.x * c.n_chunks, before = 0, all;

	for (int first = 0; first < c.n_chunks; first += N_DIGITS) {
		int i = first + (int)threadIdx.x;
		bool is_mine = threadIdx.x < N_DIGITS && i < c.n_chunks;
		int place = before + scan_digits(is_mine ? count[i] : 0, &all);

		if (is_mine)
			count[i] = place;
		before += all;
	}
	if (threadIdx.x == 0)
		c.totals[blockIdx.x] = before;
}

static __global__ void __launch_bounds__(BLOCK)
	move_chunks(const __grid_constant__ struct chunks c)
{
	__shared__ struct sorter s;
	int64_t first = blockIdx.x * c.size, end = min(first + c.size, c.n);
	bool is_digit = threadIdx.x < N_DIGITS;
	int all, begin = scan_digits(is_digit ? c.totals[threadIdx.x] : 0, &all);

	if (is_digit)
		s.to[threadIdx.x] =
			begin + c.count[threadIdx.x * c.n_chunks + blockIdx.x];
	for (; first < end; first += TILE) {
		struct keys k;
		int total;

		load_keys(&k, c.from, first, end);
		total = place_keys(&s, &k, c.pass);
		store_tile(&s, &k, c.to, (int)min((int64_t)TILE, end - first), c.pass);
		__syncthreads();
		if (is_digit)
			s.to[threadIdx.x] += total;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], n_tiles = aisp_ceil_div(n, TILE);
	int64_t tiles = aisp_ceil_div(n_tiles, MOST_CHUNKS);
	struct chunks c = { NULL, NULL, n, tiles * TILE };

	(void)state;
	c.n_chunks = (int)aisp_ceil_div(n_tiles, tiles);
	c.totals = behind_keys(io);
	c.count = c.totals + N_DIGITS;
	for (c.pass = 0; c.pass < N_PASSES; c.pass++) {
		struct move m = move_of(io, c.pass);

		c.from = m.from;
		c.to = m.to;
		count_chunks<<<c.n_chunks, BLOCK, 0, aisp_stream(io)>>>(c);
		begin_chunks<<<N_DIGITS, BLOCK, 0, aisp_stream(io)>>>(c);
		move_chunks<<<c.n_chunks, BLOCK, 0, aisp_stream(io)>>>(c);
	}
	return aisp_launched();
}

#endif
