/* SPDX-License-Identifier: MIT
 *
 * One launch: a block stores its rows into the peers' windows, waits for its
 * counterparts there, and keeps the sums, the residual and the norm of a row in
 * registers.
 */
#include "workload_norm_allreduce.h"

#include "norm_row.h"
#include "peer_launch.h"

static __global__ void __launch_bounds__(MOST_ROW_THREADS)
	norm_push(const __grid_constant__ struct aisp_ranks r,
		  const __grid_constant__ struct norm_rows p)
{
	const int64_t n = row_at(p.x, p, 0).count(), all = p.rows * n;
	const uint4 *slots = (const uint4 *)r.window[r.rank];

	for (int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			uint4 *to = (uint4 *)r.window[peer] +
				    slot_of(peer, r.rank) * all + row * n;

#pragma unroll
			for (int i = 0; i < ROW_VECTORS; i++)
				if (vector_at(i) < n)
					to[vector_at(i)] =
						row_at(p.x, p, row).load(vector_at(i));
		}
		fetch_terms(p, row);
	}
	meet(r, 1);
	for (int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
		sums<bf16> s[ROW_VECTORS];

#pragma unroll
		for (int i = 0; i < ROW_VECTORS; i++) {
			s[i].clear();
			if (vector_at(i) >= n)
				continue;
			for (int k = 0; k < r.n; k++)
				s[i].add(
					k == r.rank
						? row_at(p.x, p, row).load(vector_at(i))
						: __ldcg(slots +
							 slot_of(r.rank, k) * all +
							 row * n + vector_at(i)));
		}
		end_row(p, row, s);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct norm_rows p = rows_of(io);
	int threads = row_threads(p.cols), room = most_blocks<norm_push>(threads, 0);

	(void)state;
	if (!room)
		return -ENOTSUP;
	norm_push<<<at_most(p.rows, room < ONE_SHOT_BLOCKS ? room : ONE_SHOT_BLOCKS),
		    threads, 0, aisp_stream(io)>>>(*io->ranks, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a row in registers, rows pushed, one signal per block",
	.run = run,
};
