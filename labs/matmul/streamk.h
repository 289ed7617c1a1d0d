/* SPDX-License-Identifier: MIT
 *
 * streamk.h - C = A B^T by blocks that stay, which divide the steps of k of some
 * tiles among them and take the others whole (M. Osama et al., Stream-K, PPoPP 2023).
 *
 * The share with a tile's first step owns the tile, and adds to its sums what the later
 * shares have put into the workspace, in the order of k, so that the result does not
 * depend on which share finished first.
 */
#ifndef STREAMK_H
#define STREAMK_H

#include "../../chapters/ch10_tensor_cores/persistent.h"
#include "schedule.h"

/* Like next_piece(), but the compiler knows that all lanes of a warp get the same. */
static __device__ bool next_agreed(const struct schedule &q, struct cursor *c,
				   struct piece *p)
{
	bool is_one = next_piece(q, c, p);

	p->tile = __shfl_sync(~0u, p->tile, 0);
	p->from = __shfl_sync(~0u, p->from, 0);
	p->to = __shfl_sync(~0u, p->to, 0);
	return __shfl_sync(~0u, is_one, 0);
}

/* Where blocks leave sums for each other, and `call` in a flag once they are there. */
struct scratch {
	float4 *sums;
	unsigned *flags, call;
	int m; /* rows of C: others' sums need not travel */
};

template <class P> static constexpr int SUMS = 64 * P::N / 4; /* of a worker */

static __device__ void meet(int worker)
{
	asm volatile("barrier.sync %0, %1;" ::"r"(1 + worker), "n"(AISP_GROUP)
		     : "memory");
}

template <class P>
static __device__ void give_sums(const float d[P::N / 2], const struct scratch &x,
				 int slot, int worker, int row)
{
	float4 *to = x.sums + (int64_t)slot * SUMS<P> + threadIdx.x % AISP_GROUP;

	if (row < x.m)
#pragma unroll
		for (int i = 0; i < P::N / 2; i += 4)
			__stcg(to + i / 4 * AISP_GROUP,
			       make_float4(d[i], d[i + 1], d[i + 2], d[i + 3]));
	meet(worker);
	if (threadIdx.x % AISP_GROUP == 0) {
		__threadfence();
		asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(x.flags + slot),
			     "r"(x.call)
			     : "memory");
	}
}

static __device__ void await_sums(const struct scratch &x, int slot, int worker)
{
	unsigned said;

	if (threadIdx.x % AISP_GROUP == 0)
		do
			asm volatile("ld.acquire.gpu.u32 %0, [%1];"
				     : "=r"(said)
				     : "l"(x.flags + slot)
				     : "memory");
		while (said != x.call);
	meet(worker);
}

template <class P>
static __device__ void add_sums(float d[P::N / 2], const struct scratch &x, int slot,
				int row)
{
	const float4 *from =
		x.sums + (int64_t)slot * SUMS<P> + threadIdx.x % AISP_GROUP;

	if (row < x.m)
#pragma unroll
		for (int i = 0; i < P::N / 2; i += 4) {
			float4 y = __ldcg(from + i / 4 * AISP_GROUP);

			d[i] += y.x;
			d[i + 1] += y.y;
			d[i + 2] += y.z;
			d[i + 3] += y.w;
		}
}

/* From the shares behind this cluster's, whose last piece is p, up to the tile's end.
 */
template <class P>
static __device__ void take_sums(float d[P::N / 2], const struct scratch &x,
				 const struct schedule &q, const struct piece &p,
				 int worker, int row)
{
	int cluster = blockIdx.x / P::BLOCKS, rank = blockIdx.x % P::BLOCKS;
	int begin = (p.tile - q.n_whole) * q.n_k;
	int end = begin + q.n_k, at = begin + p.to;

	while (at < end) {
		int slot = (--cluster * P::BLOCKS + rank) * WORKERS + worker;
		int next = share_begin(q, share_of(q, cluster) + 1);

		if (next == at) /* fewer steps than shares */
			continue;
		await_sums(x, slot, worker);
		add_sums<P>(d, x, slot, row);
		at = next;
	}
}

template <class P>
static __device__ void fetch_pieces(const struct block<P> &s, const CUtensorMap *a,
				    const CUtensorMap *b, const struct order &o,
				    const struct schedule &q)
{
	struct cursor c = first_piece(q, blockIdx.x / P::BLOCKS);
	struct masks m = masks_of(s);
	struct turn<P> at;
	struct piece p;

	at.parity = 1; /* in the first round all stages are free */
	while (next_piece(q, &c, &p))
		fetch_steps<P>(s, a, b, place(o, p.tile), p.from, p.to, m, &at);
}

template <class P>
static __device__ void multiply_pieces(const struct block<P> &s, const CUtensorMap *c,
				       const struct order &o, const struct schedule &q,
				       const struct scratch &x)
{
	int worker = aisp_warpgroup() - 1, warp = threadIdx.x % AISP_GROUP / 32;
	uint8_t *out = s.out + (worker * 4 + warp) * P::PIECES * P::PIECE_BYTES;
	struct cursor to_do = first_piece(q, blockIdx.x / P::BLOCKS);
	struct turn<P> at;
	struct piece p;
	float d[P::N / 2];

	while (next_agreed(q, &to_do, &p)) {
		int2 to = place(o, p.tile);
		int row = (to.x * P::DOWN + s.down) * TILE_M + worker * 64 + warp * 16;

		multiply_tile<P>(d, s, worker, &at, p.to - p.from);
		if (p.from) {
			give_sums<P>(d, x, blockIdx.x * WORKERS + worker, worker, row);
			continue;
		}
		if (p.to < q.n_k)
			take_sums<P>(d, x, q, p, worker, row);
		store_rows<P>(out, c, d, row, (to.y * P::ACROSS + s.across) * P::N,
			      as_is());
	}
	store_end();
}

template <class P>
__global__ void __cluster_dims__(P::BLOCKS, 1, 1) __launch_bounds__(THREADS, 1)
	streamk(const __grid_constant__ CUtensorMap a,
		const __grid_constant__ CUtensorMap b,
		const __grid_constant__ CUtensorMap c, const struct order o,
		const struct schedule q, const struct scratch x)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	struct block<P> s = begin<P>(memory, full, empty);

	if (aisp_warpgroup() == 0) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			fetch_pieces<P>(s, &a, &b, o, q);
	} else {
		aisp_take_registers<240>();
		multiply_pieces<P>(s, &c, o, q, x);
	}
	end();
}

#endif
