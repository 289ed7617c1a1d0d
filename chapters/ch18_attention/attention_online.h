/* SPDX-License-Identifier: MIT
 *
 * attention_online.h - attention in one pass (T. Dao, FlashAttention-2,
 * arXiv:2307.08691): a warp keeps 16 queries, their sums and a tile of scores in
 * registers; the block's eight warps share the tiles of keys and values, the next of
 * which is on its way.  Shared by the steps, which differ in what they do to scores.
 */
#ifndef ATTENTION_ONLINE_H
#define ATTENTION_ONLINE_H

#include <aisp/cuda.h>

#include "mma.h"
#include "softmax_rows.h"

#define WARPS   8
#define THREADS (32 * WARPS)
#define QUERIES (16 * WARPS) /* of a block */
#define KEYS    64           /* of a tile */
#define STAGES  2

struct shape {
	int seq, is_causal;
	power power;
};

/* Changes a tile's scores before their softmax: each step has its CHANGE, whose
 * change() gets the row and the column of the warp's first score. */
struct unchanged {
};

template <int N>
static __device__ void change(float (&)[N], int, int, const unchanged &)
{
}

/* Copies rows [first, first + KEYS) of a head, and zeros behind its end. */
template <int DIM>
static __device__ void copy_tile(uint16_t *to, const uint16_t *head, int first, int seq)
{
#pragma unroll
	for (int i = 0; i < KEYS * DIM / 8 / THREADS; i++) {
		int at = i * THREADS + threadIdx.x;
		int r = at / (DIM / 8), c = at % (DIM / 8);
		bool is_there = first + r < seq;

		copy_chunk(to + chunk_at(r, c, KEYS),
			   head + (is_there ? (int64_t)(first + r) * DIM + c * 8 : 0),
			   is_there);
	}
}

template <int DIM>
static __device__ void store_rows(uint16_t *head, const float (&o)[DIM / 2],
				  const rows &r, int row, int seq)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < DIM / 2; i += 2) {
		int h = i % 4 / 2, y = row + lane / 4 + h * 8;

		if (y < seq)
			*(uint32_t *)(head + (int64_t)y * DIM + i / 4 * 8 +
				      lane % 4 * 2) =
				pack(o[i] * r.sum[h], o[i + 1] * r.sum[h]);
	}
}

template <int DIM, class CHANGE>
static __device__ void
attend(float (&o)[DIM / 2], rows &r, const uint32_t (&q)[DIM / 4], const uint16_t *k,
       const uint16_t *v, int row, int first, const shape &p, const CHANGE &c)
{
	float s[KEYS / 2], by[2];
	uint32_t w[KEYS / 4];

	score<DIM>(s, q, k);
	change(s, row, first, c);
	if (first + KEYS > (p.is_causal ? min(row, p.seq) : p.seq))
		mask(s, row, first, p.seq, p.is_causal);
	take_powers(s, r, by, p.power);
#pragma unroll
	for (int i = 0; i < DIM / 2; i++)
		o[i] *= by[i % 4 / 2];
	pack_weights(w, s);
	weigh<DIM>(o, w, v);
}

template <int DIM, class CHANGE>
static __global__ void __launch_bounds__(THREADS)
	attention(uint16_t *restrict o, const uint16_t *restrict q,
		  const uint16_t *restrict k, const uint16_t *restrict v, const shape p,
		  const CHANGE c)
{
	extern __shared__ __align__(128) uint16_t shared[];
	const int tile = KEYS * DIM;
	int64_t head = (int64_t)blockIdx.y * p.seq * DIM;
	int block = (gridDim.x - 1 - blockIdx.x) * QUERIES;
	int row = block + threadIdx.x / 32 * 16;
	int end = p.is_causal ? min(block + QUERIES, p.seq) : p.seq;
	uint32_t queries[DIM / 4];
	float sums[DIM / 2] = { 0 };
	rows r = no_rows();

	load_rows<DIM>(queries, q + head + (int64_t)row * DIM, p.seq - row);
	copy_tile<DIM>(shared, k + head, 0, p.seq);
	copy_tile<DIM>(shared + STAGES * tile, v + head, 0, p.seq);
	copies_commit();
	for (int first = 0, stage = 0; first < end; first += KEYS, stage ^= 1) {
		uint16_t *k_tile = shared, *v_tile = shared + STAGES * tile;

		if (first + KEYS < end) {
			copy_tile<DIM>(k_tile + (stage ^ 1) * tile, k + head,
				       first + KEYS, p.seq);
			copy_tile<DIM>(v_tile + (stage ^ 1) * tile, v + head,
				       first + KEYS, p.seq);
		}
		copies_commit();
		copies_wait<1>();
		__syncthreads();
		attend<DIM>(sums, r, queries, k_tile + stage * tile,
			    v_tile + stage * tile, row, first, p, c);
		__syncthreads(); /* the next copies go to these tiles */
	}
	finish(r);
	store_rows<DIM>(o + head, sums, r, row, p.seq);
}

template <int DIM> static int shared_bytes(void)
{
	return 2 * STAGES * KEYS * DIM * (int)sizeof(uint16_t);
}

template <int DIM, class CHANGE>
static int launch(const struct aisp_io *io, const shape &p, const CHANGE &c)
{
	dim3 grid((unsigned)aisp_ceil_div(p.seq, QUERIES),
		  (unsigned)io->in[0].shape[0]);

	attention<DIM><<<grid, THREADS, shared_bytes<DIM>(), aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data,
		(const uint16_t *)io->in[1].data, (const uint16_t *)io->in[2].data, p,
		c);
	return aisp_launched();
}

template <int DIM, class CHANGE> static int allow_shared(void)
{
	return aisp_cuda_status(cudaFuncSetAttribute(
		attention<DIM, CHANGE>, cudaFuncAttributeMaxDynamicSharedMemorySize,
		shared_bytes<DIM>()));
}

#endif
