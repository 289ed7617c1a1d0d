/* SPDX-License-Identifier: MIT
 *
 * slab.h - C = A B^T by blocks that stay, with weights as the first operand of wgmma,
 * so that a tile may have any multiple of 16 tokens, as suits the number of tiles that
 * the GPU holds.  Sums leave transposed.
 */
#ifndef SLAB_H
#define SLAB_H

#include "../../chapters/ch10_tensor_cores/swizzled_out.h"
#include "wgmma_16.h"

#define SLAB_TOKENS 32 /* that leave at a time */
#define SLAB_PIECES 3  /* under way: so that one barrier a piece is enough */

/*
 * Tiles of ROWS of weights by N tokens; DOWN blocks of a cluster share the tokens.
 * IN_TURN: a tile to each warpgroup in turn; else both take halves.
 */
template <int N_, int ROWS_, bool IN_TURN_, int DOWN_> struct slab_plan {
	static constexpr enum aisp_wgmma_type KIND = AISP_WGMMA_BF16;
	static constexpr int N = N_, ROWS = ROWS_, DOWN = DOWN_, ACROSS = 1;
	static constexpr bool IN_TURN = IN_TURN_;
	static constexpr int BLOCKS = DOWN, STEP = AISP_ROW_BYTES / 2;
	static constexpr int BANDS = ROWS / 64 / (IN_TURN ? 1 : WORKERS);
	static constexpr int EMPTYING = IN_TURN ? 1 : WORKERS;
	static constexpr int A_BYTES = ROWS * AISP_ROW_BYTES;
	static constexpr int B_BYTES = N * AISP_ROW_BYTES;
	static constexpr int STAGE_BYTES = A_BYTES + B_BYTES;
	static constexpr int PIECE_BYTES = SLAB_TOKENS * AISP_ROW_BYTES;
	static constexpr int OUT_BYTES = WORKERS * SLAB_PIECES * PIECE_BYTES;
	static constexpr int STAGES = ((225 << 10) - OUT_BYTES) / STAGE_BYTES;
	static constexpr int BYTES = STAGES * STAGE_BYTES + OUT_BYTES + 1024;
};

template <class P>
static __device__ void slab_step(float d[P::BANDS][P::N / 2], uint64_t a, uint64_t b,
				 int is_sum)
{
	constexpr int band = 64 * AISP_ROW_BYTES / 16;

	aisp_wgmma_begin();
#pragma unroll
	for (int k = 0; k < AISP_ROW_BYTES / 16; k += AISP_STEP_BYTES / 16)
#pragma unroll
		for (int i = 0; i < P::BANDS; i++)
			aisp_wgmma<P::KIND, P::N>(d[i], a + i * band + k, b + k,
						  is_sum || k);
	aisp_wgmma_end();
}

template <class P>
static __device__ void slab_multiply(float d[P::BANDS][P::N / 2],
				     const struct block<P> &s, int worker,
				     struct turn<P> *at, int n_k)
{
	int half = P::IN_TURN ? 0 : worker * P::BANDS * 64 * AISP_ROW_BYTES;
	uint64_t a = aisp_descriptor(s.stage + half);
	uint64_t b = aisp_descriptor(s.stage + P::A_BYTES);
	int last = 0;

	for (int i = 0; i < n_k; i++, at->next()) {
		int stage = at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&s.full[at->stage], at->parity);
		slab_step<P>(d, a + stage, b + stage, i);
		aisp_wgmma_wait<1>();
		if (i)
			release<P>(s, last);
		last = at->stage;
	}
	if (P::IN_TURN)
		give_turn(!worker);
	aisp_wgmma_wait<0>();
	release<P>(s, last);
}

/* A warp's 16 columns of C, of 16 tokens. */
static __device__ void slab_turn(uint8_t *piece, int token, const float d[8])
{
	int lane = threadIdx.x % 32, warp = threadIdx.x % AISP_GROUP / 32;
	uint32_t x[4];

#pragma unroll
	for (int i = 0; i < 4; i++)
		x[i] = pack(make_float2(d[2 * i], d[2 * i + 1]));
	asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], "
		     "{%1, %2, %3, %4};" ::"r"(
			     place_of(piece, token + lane / 16 * 8 + lane % 8,
				      warp * 2 + lane / 8 % 2)),
		     "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
		     : "memory");
}

/* Of a warpgroup: the ring of pieces on their way out. */
struct leaving {
	uint8_t *out;
	int at, worker;
};

/*
 * Thread 0 waits until at most one earlier piece is unread, then all threads meet: so
 * the place of the next piece is free.
 */
template <class P>
static __device__ void slab_send(struct leaving *l, const CUtensorMap *c, int col,
				 int token)
{
	int32_t corner[] = { col, token };
	bool is_first = threadIdx.x % AISP_GROUP == 0;

	ptx::fence_proxy_async(ptx::space_shared);
	if (is_first)
		ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
	asm volatile("barrier.sync %0, %1;" ::"r"(3 + l->worker), "n"(AISP_GROUP)
		     : "memory");
	if (is_first) {
		ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, c,
					  corner, l->out + l->at * P::PIECE_BYTES);
		ptx::cp_async_bulk_commit_group();
	}
	l->at = l->at == SLAB_PIECES - 1 ? 0 : l->at + 1;
}

/* 64 columns of C.  If pieces do not divide, the last has tokens of that before it. */
template <class P>
static __device__ void slab_store(struct leaving *l, const CUtensorMap *c,
				  const float d[P::N / 2], int col, int token)
{
#pragma unroll
	for (int i = 0; i < P::N; i += SLAB_TOKENS) {
		int first = i < P::N - SLAB_TOKENS ? i : P::N - SLAB_TOKENS;
		uint8_t *piece = l->out + l->at * P::PIECE_BYTES;

#pragma unroll
		for (int j = 0; j < SLAB_TOKENS; j += 16)
			slab_turn(piece, j, d + (first + j) / 2);
		slab_send<P>(l, c, col, token + first);
	}
}

template <class P>
static __device__ void slab_tile(float d[P::BANDS][P::N / 2], const struct block<P> &s,
				 struct leaving *l, const CUtensorMap *c,
				 struct turn<P> *at, int2 to, int n_k)
{
	int row = (to.x * P::DOWN + s.down) * P::ROWS;

	if (P::IN_TURN)
		await_turn(l->worker);
	else
		row += l->worker * P::BANDS * 64;
	slab_multiply<P>(d, s, l->worker, at, n_k);
#pragma unroll
	for (int i = 0; i < P::BANDS; i++)
		slab_store<P>(l, c, d[i], row + i * 64, to.y * P::N);
}

template <class P>
static __device__ void slab_work(const struct block<P> &s, const CUtensorMap *c,
				 const struct order &o, int n_k)
{
	int worker = aisp_warpgroup() - 1, mine = 0;
	struct leaving l = { s.out + worker * SLAB_PIECES * P::PIECE_BYTES, 0, worker };
	struct turn<P> at;
	float d[P::BANDS][P::N / 2];

	if (P::IN_TURN && worker == 1)
		give_turn(0);
	for (int t = blockIdx.x / P::BLOCKS; t < o.rows * o.cols;
	     t += gridDim.x / P::BLOCKS, mine ^= 1)
		if (P::IN_TURN && mine != worker)
			at.skip(n_k);
		else
			slab_tile<P>(d, s, &l, c, &at, place(o, t), n_k);
	store_end();
}

template <class P>
__global__ void __cluster_dims__(P::BLOCKS, 1, 1) __launch_bounds__(THREADS, 1)
	slab(const __grid_constant__ CUtensorMap a,
	     const __grid_constant__ CUtensorMap b,
	     const __grid_constant__ CUtensorMap c, const struct order o, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	struct block<P> s = begin<P>(memory, full, empty);

	if (aisp_warpgroup() == 0) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			fetch_tiles<P>(s, &a, &b, o, n_k);
	} else {
		aisp_take_registers<240>();
		slab_work<P>(s, &c, o, n_k);
	}
	end();
}

#endif
