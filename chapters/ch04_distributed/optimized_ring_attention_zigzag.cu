/* SPDX-License-Identifier: MIT
 *
 * Each rank computes one half of a part from the beginning of the sequence and one from
 * its end, so that all ranks have the same work; queries, keys and values are pushed to
 * the rank that needs them, and sums to the rank that owns the queries (zig-zag order,
 * as W. Brandon and others, Striped Attention, 2023, for another order).
 */
#include "workload_ring_attention.h"

#include "ring_halves.h"

static __device__ void push_all(const struct aisp_ranks &r, const struct part &own,
				const struct heads &h, int pushers)
{
	/* Ranks that need this one's keys: those with a half that is not before it. */
	const int last = min(r.n - 1, 2 * (r.n - r.rank) - 1);

	if (blockIdx.x < 2)
		push_queries(r, own, h, 2 * r.rank + blockIdx.x);
	for (int64_t i = blockIdx.x; i < 2 * n_told(own.n); i += pushers)
		push_rows(r, own, h, i / 2, (int)(i % 2), 0, last);
}

/* The first blocks push without waiting; the others have a tile of a head each, tiles
 * of the half that sees more first. */
template <int DIM>
static __global__ void __launch_bounds__(RING_THREADS, DIM > 64 ? 1 : 2)
	attend(const __grid_constant__ struct aisp_ranks r,
	       const __grid_constant__ struct part own,
	       const __grid_constant__ struct heads h, int pushers)
{
	extern __shared__ __align__(128) unsigned char room[];
	struct ring_shared<DIM> *m = (struct ring_shared<DIM> *)room;
	const int64_t tile = (blockIdx.x - pushers) / h.heads;
	const int64_t head = (blockIdx.x - pushers) % h.heads;
	const int64_t late = tiles_of(half_rows(2 * r.n - 1 - r.rank, own.n));
	const int half = tile < late ? 2 * r.n - 1 - r.rank : r.rank;
	struct attending<DIM> a;

	if (blockIdx.x < pushers) {
		push_all(r, own, h, pushers);
		return;
	}
	const struct part q = half_of(r, own, h, half);
	const int64_t at = RING_TILE * (tile < late ? late - 1 - tile
						    : late + tiles_of(q.n) - 1 - tile);

	await_queries(r, half);
	begin_tile(&a, m, q, at, h, head);
	meet_ranks(&a, m, r, own, q, at, h, head, half / 2);
	a.end(q, at, h, head);
	tell_sums(r, half);
}

/* Copies sums that other ranks have made from the window to the output. */
static __global__ void __launch_bounds__(RING_THREADS)
	take(const __grid_constant__ struct aisp_ranks r,
	     const __grid_constant__ struct part own,
	     const __grid_constant__ struct heads h)
{
	const int half = 2 * r.rank + blockIdx.y;

	if (maker_of(half, r.n) != r.rank)
		take_sums(r, own, h, half);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const int64_t n = io->param[ROWS];
	const int pushers = 2 + ring_pushers(io);
	const int tiles = tiles_of(half_rows(r->rank, n)) +
			  tiles_of(half_rows(2 * r->n - 1 - r->rank, n));
	const int blocks = pushers + tiles * (int)io->param[HEADS];
	int status = ring_launch<attend<64>, attend<128>>(io, blocks, pushers);

	(void)state;
	if (status)
		return status;
	take<<<dim3(132, 2), RING_THREADS, 0, aisp_stream(io)>>>(*r, own_part(io),
								 heads_of(io));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a part from each end of the sequence: equal work per rank",
	.setup = ring_setup<attend<64>, attend<128>>,
	.run = run,
};
