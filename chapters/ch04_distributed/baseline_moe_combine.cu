/* SPDX-License-Identifier: MIT
 *
 * Experts' ranks pack rows by destination rank, each rank receives those for it, and
 * then adds them up: a launch for each.
 */
#include "workload_moe_combine.h"

#include "moe_plain.h"
#include "moe_sums.h"

/* Packs the rows of this rank's experts into the window, by destination rank. */
static __global__ void pack(const __grid_constant__ struct aisp_ranks r,
			    const __grid_constant__ struct plain p, int experts,
			    const float *x)
{
	__shared__ struct row_blocks given, packed;
	const int own = r.rank * (int)p.m.experts, k = (int)p.m.experts;
	auto count = [&](int rank, int e) { return p.count[rank * experts + own + e]; };

	given.make(experts, [&](int i) { return count(i % r.n, i / r.n); });
	packed.make(experts, [&](int i) { return count(i / k, i % k); });
	FOR_ROWS(i, packed.all())
	{
		int b = packed.of(i);

		copy_row(
			row_at(rows_of(r, p, r.rank), p.m, i),
			row_at(x, p.m,
			       given.begin[b % k * r.n + b / k] + i - packed.begin[b]));
	}
}

/* Copies this rank's rows from all windows, by expert, so that none moves again. */
static __global__ void receive(const __grid_constant__ struct aisp_ranks r,
			       const __grid_constant__ struct plain p, int experts,
			       float *to)
{
	__shared__ struct row_blocks got;
	__shared__ int first[AISP_MAX_RANKS];
	auto sent = [&](int from, int rank) {
		int n = 0;

		for (int e = 0; e < p.m.experts; e++)
			n += p.count[rank * experts + from * p.m.experts + e];
		return n;
	};

	if (threadIdx.x < r.n) {
		first[threadIdx.x] = 0;
		for (int rank = 0; rank < r.rank; rank++)
			first[threadIdx.x] += sent(threadIdx.x, rank);
	}
	got.make(r.n, [&](int from) { return sent(from, r.rank); });
	take_rows(r, p, got, first, to);
}

/* A block for each group of tokens, a warp for each token. */
static __global__ void add_up(const __grid_constant__ struct aisp_ranks r,
			      const __grid_constant__ struct plain p, int experts,
			      const float *rows, const float *weight, float *y)
{
	__shared__ struct places places;
	__shared__ int begin[MOST_EXPERTS];
	const int64_t g = blockIdx.x, first = group_first(p.m, g);

	packed_places(p, p.count + r.rank * experts, experts, g, begin, &places);
	for (int64_t i = threadIdx.x / 32; i < group_size(p.m, g);
	     i += MOE_THREADS / 32) {
		const struct terms t = { rows, weight + (first + i) * p.m.chosen,
					 places.place + i * p.m.chosen };
		const vectors<float> to = row_at(y, p.m, first + i);

		for (int64_t at = threadIdx.x % 32; at < to.count();
		     at += 32 * ROW_UNROLL) {
			sums<float> s[ROW_UNROLL];

			sum_terms(s, t, p.m, at);
#pragma unroll
			for (int u = 0; u < ROW_UNROLL; u++)
				if (at + 32 * u < to.count())
					to.store(at + 32 * u, s[u].rounded());
		}
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct plain p = plain_of(io, io->param[TOKENS] * io->param[CHOSEN]);
	const int experts = (int)all_experts(io->param), n = PLAIN_ROW_BLOCKS;
	float *room = (float *)io->workspace;
	int status = launch_counts(io, p);

	(void)state;
	if (status)
		return status;
	take_counts<<<1, 256, 0, aisp_stream(io)>>>(*io->ranks, p, experts);
	pack<<<n, MOE_THREADS, 0, aisp_stream(io)>>>(*io->ranks, p, experts,
						     aisp_in_f32(io, ROWS_IN));
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*io->ranks, 2);
	receive<<<n, MOE_THREADS, 0, aisp_stream(io)>>>(*io->ranks, p, experts, room);
	add_up<<<(unsigned)p.m.n_groups, MOE_THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, p, experts, room, aisp_in_f32(io, WEIGHT),
		aisp_out_f32(io, 0));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "pack, exchange, add up",
	.run = run,
};
