/* SPDX-License-Identifier: MIT
 *
 * Blocks at an edge store their new row into the neighbour's window and signal; in the
 * next step each waits only for its counterpart.  All other blocks wait for nothing.
 * There is one launch a step, and one before the first.
 */
#include "workload_halo.h"

#include "halo_gpu.h"

/* A block has 256 columns, and no cell of a row needs another column of the
 * neighbour's: each of these parts has a signal of its own. */
#define MOST_PARTS (AISP_GPU_BARRIER_SIGNAL / 2)

static __device__ inline int halo_signal(enum side side)
{
	return (int)blockIdx.x * 2 + side;
}

/* Row i of `row`, a strip's, to the neighbour who needs it before step `step`. */
static __device__ inline void push_row(const struct aisp_ranks &r, const float *row,
				       const struct strip_step &s, int64_t step,
				       enum side to)
{
	int peer = r.rank + (to == ABOVE ? -1 : 1);
	enum side there = to == ABOVE ? BELOW : ABOVE;
	int64_t j = (int64_t)blockIdx.x * HALO_THREADS + threadIdx.x;

	if (peer < 0 || peer >= r.n)
		return;
	if (j < s.cols)
		halo_row(&r, peer, step, there, s.cols)[j] = row[j];
	__syncthreads();
	if (threadIdx.x == 0)
		aisp_gpu_signal_set(&r, peer, halo_signal(there), (uint32_t)step + 1);
}

/* The element of column j that the neighbour has stored in this rank's window. */
static __device__ inline float beside(const struct aisp_ranks &r,
				      const struct strip_step &s, int64_t j,
				      enum side side)
{
	int peer = r.rank + (side == ABOVE ? -1 : 1);

	if (peer < 0 || peer >= r.n)
		return 0;
	if (threadIdx.x == 0)
		aisp_gpu_signal_wait(&r, r.rank, halo_signal(side),
				     (uint32_t)s.step + 1);
	__syncthreads();
	return j < s.cols ? __ldcg(halo_row(&r, r.rank, s.step, side, s.cols) + j) : 0;
}

static __global__ void push_first(const __grid_constant__ struct aisp_ranks r,
				  const __grid_constant__ struct strip_step s)
{
	push_row(r, s.now, s, 0, ABOVE);
	push_row(r, s.now + (s.rows - 1) * s.cols, s, 0, BELOW);
}

/* Blocks of the first rows, then those of the last, then all others: the neighbours
 * wait for the first two. */
static __device__ inline int64_t first_row(void)
{
	unsigned y = blockIdx.y;

	return HALO_ROWS * (int64_t)(y == 0 ? 0 : y == 1 ? gridDim.y - 1 : y - 1);
}

static __global__ void step_and_push(const __grid_constant__ struct aisp_ranks r,
				     const __grid_constant__ struct strip_step s,
				     bool is_last)
{
	int64_t j = (int64_t)blockIdx.x * HALO_THREADS + threadIdx.x;
	int64_t from = first_row(), to = min(from + HALO_ROWS, s.rows);
	float above = 0, below = 0;

	if (from == 0)
		above = beside(r, s, j, ABOVE);
	else if (j < s.cols)
		above = s.now[(from - 1) * s.cols + j];
	if (to == s.rows)
		below = beside(r, s, j, BELOW);
	if (j < s.cols)
		step_column(s, j, from, to, above, below);
	if (is_last)
		return;
	if (from == 0)
		push_row(r, s.next, s, s.step + 1, ABOVE);
	if (to == s.rows)
		push_row(r, s.next + (s.rows - 1) * s.cols, s, s.step + 1, BELOW);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct halo *h = (const struct halo *)state;
	const dim3 grid = halo_grid(io);
	int64_t steps = io->param[STEPS];

	if (grid.x > MOST_PARTS)
		return -ENOTSUP;
	push_first<<<grid.x, HALO_THREADS, 0, aisp_stream(io)>>>(*io->ranks,
								 step_of(io, h, 0));
	for (int64_t step = 0; step < steps; step++)
		step_and_push<<<grid, HALO_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, step_of(io, h, step), step == steps - 1);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "rows pushed to the neighbours; only edge blocks wait",
	.setup = halo_setup,
	.run = run,
	.teardown = halo_teardown,
};
