/* SPDX-License-Identifier: MIT
 *
 * Each rank stores its keys and values into the windows of the ranks behind it, with a
 * signal for each 64 positions, while its blocks attend to its own; then they attend to
 * those of the rank before, and so on round the ring (H. Liu, M. Zaharia, P. Abbeel,
 * Ring Attention, 2023).
 */
#include "workload_ring_attention.h"

#include "ring_parts.h"

static __device__ void push_all(const struct aisp_ranks &r, const struct part &own,
				const struct heads &h, int pushers)
{
	for (int64_t i = blockIdx.x; i < 2 * n_told(own.n); i += pushers)
		push_rows(r, own, h, i / 2, (int)(i % 2), r.rank + 1, r.n - 1);
}

/* The first blocks push without waiting; the others have a tile of a head each. */
template <int DIM>
static __global__ void __launch_bounds__(RING_THREADS, DIM > 64 ? 1 : 2)
	attend(const __grid_constant__ struct aisp_ranks r,
	       const __grid_constant__ struct part own,
	       const __grid_constant__ struct heads h, int pushers)
{
	extern __shared__ __align__(128) unsigned char room[];
	struct ring_shared<DIM> *m = (struct ring_shared<DIM> *)room;
	const int64_t tiles = (own.n + RING_TILE - 1) / RING_TILE;
	const int64_t tile = tiles - 1 - (blockIdx.x - pushers) / h.heads;
	const int64_t head = (blockIdx.x - pushers) % h.heads, at = tile * RING_TILE;
	struct attending<DIM> a;

	if (blockIdx.x < pushers) {
		push_all(r, own, h, pushers);
		return;
	}
	begin_tile(&a, m, own, at, h, head);
	meet_ranks(&a, m, r, own, own, at, h, head, r.rank);
	a.end(own, at, h, head);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const int pushers = r->rank < r->n - 1 ? ring_pushers(io) : 0;
	const int tiles = ring_tiles(io->param[ROWS]) * (int)io->param[HEADS];

	(void)state;
	return ring_launch<attend<64>, attend<128>>(io, pushers + tiles, pushers);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "keys and values are pushed during attention to own blocks",
	.setup = ring_setup<attend<64>, attend<128>>,
	.run = run,
};
