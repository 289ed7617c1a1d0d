/* SPDX-License-Identifier: MIT
 *
 * The same, but each store of 16 bytes holds 12 bytes of data and a flag: a block works
 * on a row as soon as the row has arrived.
 */
#include "workload_norm_allreduce.h"

#include "norm_row.h"
#include "peer_launch.h"

/* Packet 0 of this thread, in a row. */
static __device__ inline int64_t packet_at(void)
{
	return threadIdx.x / 32 * 32 * (ROW_VECTORS + 1) + threadIdx.x % 32;
}

static __device__ inline void load_row(const vectors<const bf16> &x,
				       union words<ROW_VECTORS> *own)
{
#pragma unroll
	for (int i = 0; i < ROW_VECTORS; i++)
		own->v[i] = x.load(vector_at(i));
}

static __global__ void __launch_bounds__(MOST_ROW_THREADS)
	norm_packets(const __grid_constant__ struct aisp_ranks r,
		     const __grid_constant__ struct norm_rows p)
{
	const int64_t n = packets_of<ROW_VECTORS>(row_at(p.x, p, 0).count());
	const int64_t all = p.rows * n;
	const uint4 *slots = (const uint4 *)r.window[r.rank];
	union words<ROW_VECTORS> t;

	for (int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
		load_row(row_at(p.x, p, row), &t);
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			uint4 *to = (uint4 *)r.window[peer] +
				    slot_of(peer, r.rank) * all + row * n + packet_at();

			send_packets<ROW_VECTORS>(to, t.w, 1);
		}
		fetch_terms(p, row);
	}
	for (int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
		sums<bf16> s[ROW_VECTORS];

#pragma unroll
		for (int i = 0; i < ROW_VECTORS; i++)
			s[i].clear();
		for (int k = 0; k < r.n; k++) {
			if (k == r.rank)
				load_row(row_at(p.x, p, row), &t);
			else
				await_packets<ROW_VECTORS>(
					t.w,
					slots + slot_of(r.rank, k) * all + row * n +
						packet_at(),
					1);
#pragma unroll
			for (int i = 0; i < ROW_VECTORS; i++)
				s[i].add(t.v[i]);
		}
		end_row(p, row, s);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct norm_rows p = rows_of(io);
	int threads = row_threads(p.cols), room = most_blocks<norm_packets>(threads, 0);

	(void)state;
	if (!room)
		return -ENOTSUP;
	norm_packets<<<at_most(p.rows, room < ONE_SHOT_BLOCKS ? room : ONE_SHOT_BLOCKS),
		       threads, 0, aisp_stream(io)>>>(*io->ranks, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a row in registers, each store brings its own flag",
	.run = run,
};
