/* SPDX-License-Identifier: MIT
 *
 * Rows are packed by expert, exchanged with all ranks in blocks of as many rows as
 * there are, and then reordered from ranks to experts: a launch for each.
 */
#include "workload_moe_dispatch.h"

#include "moe_plain.h"

/* Packs rows into the window, by expert; a block for each group of tokens. */
static __global__ void pack(const __grid_constant__ struct aisp_ranks r,
			    const __grid_constant__ struct plain p, int experts,
			    const float *x)
{
	__shared__ struct places places;
	__shared__ int begin[MOST_EXPERTS];
	const int64_t g = blockIdx.x, n = group_size(p.m, g) * p.m.chosen;

	packed_places(p, head_of(r, r.rank), experts, g, begin, &places);
	for (int64_t c = threadIdx.x / 32; c < n; c += MOE_THREADS / 32)
		copy_row(row_at(rows_of(r, p, r.rank), p.m, places.place[c]),
			 row_at(x, p.m, group_first(p.m, g) + c / p.m.chosen));
}

/* Copies rows from all windows, in the order of ranks. */
static __global__ void exchange(const __grid_constant__ struct aisp_ranks r,
				const __grid_constant__ struct plain p, int experts,
				float *to)
{
	__shared__ struct row_blocks got;
	__shared__ int first[AISP_MAX_RANKS];
	const int own = r.rank * (int)p.m.experts;

	if (threadIdx.x < r.n) {
		first[threadIdx.x] = 0;
		for (int e = 0; e < own; e++)
			first[threadIdx.x] += p.count[threadIdx.x * experts + e];
	}
	got.make(r.n, [&](int rank) {
		int n = 0;

		for (int e = 0; e < p.m.experts; e++)
			n += p.count[rank * experts + own + e];
		return n;
	});
	take_rows(r, p, got, first, to);
}

/* Reorders rows from the order of ranks to that of experts. */
static __global__ void by_expert(const __grid_constant__ struct aisp_ranks r,
				 const __grid_constant__ struct plain p, int experts,
				 const float *from, float *y, int32_t *n_rows)
{
	__shared__ struct row_blocks got, sorted;
	const int own = r.rank * (int)p.m.experts, k = (int)p.m.experts;
	auto count = [&](int rank, int e) { return p.count[rank * experts + own + e]; };

	got.make(experts, [&](int i) { return count(i / k, i % k); });
	sorted.make(experts, [&](int i) { return count(i % r.n, i / r.n); });
	if (blockIdx.x == 0 && threadIdx.x < k)
		n_rows[threadIdx.x] = sorted.begin[(threadIdx.x + 1) * r.n] -
				      sorted.begin[threadIdx.x * r.n];
	FOR_ROWS(i, sorted.all())
	{
		int b = sorted.of(i);

		copy_row(row_at(y, p.m, i), row_at(from, p.m,
						   got.begin[b % r.n * k + b / r.n] +
							   i - sorted.begin[b]));
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct plain p = plain_of(io, most_rows(io->param));
	const int experts = (int)all_experts(io->param), n = PLAIN_ROW_BLOCKS;
	float *room = (float *)io->workspace;
	int status = launch_counts(io, p);

	(void)state;
	if (status)
		return status;
	pack<<<(unsigned)p.m.n_groups, MOE_THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, p, experts, aisp_in_f32(io, X));
	take_counts<<<1, 256, 0, aisp_stream(io)>>>(*io->ranks, p, experts);
	exchange<<<n, MOE_THREADS, 0, aisp_stream(io)>>>(*io->ranks, p, experts, room);
	by_expert<<<n, MOE_THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, p, experts, room, aisp_out_f32(io, ROWS_OUT),
		(int32_t *)io->out[COUNT].data);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "pack, exchange, order by expert",
	.run = run,
};
