/* SPDX-License-Identifier: MIT
 *
 * A warp for eight packed rows: integer products of four bytes, by lanes that each have
 * four of the rows, and all of a group or two.
 */
#include "workload_block_formats.h"

#include "blocks_gpu.h"
#include "blocks_packed.h"

/* Sums of the lanes that have the same rows, by lane r of row r. */
static __device__ float sum_of_row(const float (&sum)[LANE_ROWS], int lane)
{
	float own = 0;

#pragma unroll
	for (int r = 0; r < TOGETHER; r++) {
		bool is_here = lane % 2 == r / LANE_ROWS;
		float total = aisp_warp_sum(is_here ? sum[r % LANE_ROWS] : 0);

		own = lane == r ? total : own;
	}
	return own;
}

template <int F>
static __global__ void __launch_bounds__(32 * WARPS)
	packed_rows(const struct product p, int bytes)
{
	using IS = packed<F>;
	int pack = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
	const uint8_t *w = p.w + (int64_t)pack * p.n_blocks * bytes;
	float sum[LANE_ROWS] = { 0 }, own;

	if (pack * TOGETHER >= p.rows)
		return;
	for (int i = lane / 2; i < p.n_blocks * IS::PARTS; i += 16) {
		int group = i * IS::GROUPS;

		IS::add(sum, w + (int64_t)(i / IS::PARTS) * bytes, i % IS::PARTS,
			lane % 2, (const int *)(p.xq + group * GROUP), p.xs + group);
	}
	own = sum_of_row(sum, lane);
	if (lane < TOGETHER && pack * TOGETHER + lane < p.rows)
		p.y[pack * TOGETHER + lane] = own;
}

template <int F> static int run_format(const struct aisp_io *io)
{
	packed_rows<F>
		<<<blocks_for(n_packs(io->param)), 32 * WARPS, 0, aisp_stream(io)>>>(
			product_of(io, IN_PACKED), TOGETHER * format_of(F).bytes);
	return aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	switch (io->param[FORMAT]) {
	case Q8_0:
		return run_format<Q8_0>(io);
	case Q4_1:
		return run_format<Q4_1>(io);
	default:
		return run_format<Q4_K>(io);
	}
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "eight packed rows per warp, integer products of four bytes",
	.run = run,
};
