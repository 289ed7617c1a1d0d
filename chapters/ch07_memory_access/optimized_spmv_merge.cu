/* SPDX-License-Identifier: MIT
 *
 * Each block gets an equal share of rows and elements together, and so does each of its
 * threads (D. Merrill and M. Garland, Merge-Based Parallel Sparse Matrix-Vector
 * Multiplication, 2016).  Ends of rows and elements are two ascending lists; a step of
 * their merge is an element or the end of a row.  A block reads its elements side by
 * side and keeps the products in shared memory, where its threads walk.  What is left
 * of a row at a thread's end goes to the next, at a block's end to y.
 * WORKSPACE: 8 * (2 + rows * (per_row + 1) / 1792)
 */
#include "workload_spmv.h"

#include "sparse_gpu.h"

#define WARPS     8
#define THREADS_1 (32 * WARPS)
#define STEPS     7 /* of a thread: odd, so that neighbours meet different banks */
#define TILE      (STEPS * THREADS_1)

static_assert(TILE == 1792, "what WORKSPACE counts");

/* What a block has of the row that it does not end. */
struct part {
	int row;
	float sum;
};

/* How many rows have ended after so many steps; end[i] is where row i does. */
template <typename T> static __device__ T rows_after(const T *end, T rows, T steps)
{
	T least = 0, most = min(rows, steps);

	while (least < most) {
		T i = (least + most) / 2;

		if (end[i] + i < steps)
			least = i + 1;
		else
			most = i;
	}
	return least;
}

/* Finds the row in which each tile begins, and in which the last one ends. */
static __global__ void cut(const __grid_constant__ struct sparse a, struct part *part,
			   int n_tiles)
{
	int t = (int)(blockIdx.x * THREADS_1 + threadIdx.x);
	int64_t all = a.rows + a.start[a.rows];

	if (t <= n_tiles)
		part[t].row = (int)rows_after(a.start + 1, a.rows,
					      min((int64_t)t * TILE, all));
}

/* A sum, and whether a row began in it. */
struct run_sum {
	float sum;
	bool is_new;
};

static __device__ run_sum joined(run_sum before, run_sum x)
{
	return { x.is_new ? x.sum : before.sum + x.sum, before.is_new || x.is_new };
}

static __device__ run_sum from_lane(run_sum x, int distance)
{
	return { __shfl_up_sync(~0u, x.sum, distance),
		 (bool)__shfl_up_sync(~0u, (int)x.is_new, distance) };
}

/* What threads before this one leave to it; *all: what the block leaves. */
static __device__ float left_before(run_sum x, float *all)
{
	__shared__ run_sum of_warp[WARPS];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	run_sum before = { 0, false }, sum = { 0, false }, last;

	for (int d = 1; d < 32; d *= 2) {
		last = from_lane(x, d);
		if (lane >= d)
			x = joined(last, x);
	}
	last = from_lane(x, 1);
	if (lane == 31)
		of_warp[warp] = x;
	__syncthreads();
	for (int w = 0; w < WARPS; w++) {
		before = w == warp ? sum : before;
		sum = joined(sum, of_warp[w]);
	}
	*all = sum.sum;
	return lane ? joined(before, last).sum : before.sum;
}

/* The tile's products, and where its rows end among them. */
struct tile {
	float product[TILE];
	int end[TILE];
	int n_rows, n_steps;
};

static __device__ void load_tile(struct tile *m, const struct sparse &a, int64_t row,
				 int64_t first)
{
	int n_elems = m->n_steps - m->n_rows;

	for (int k = threadIdx.x; k < n_elems; k += THREADS_1)
		m->product[k] = product_at(a, first + k);
	for (int i = threadIdx.x; i < m->n_rows; i += THREADS_1)
		m->end[i] = (int)(a.start[row + i + 1] - first);
	__syncthreads();
}

/* A thread's steps; the first row that it ends waits for what others have of it. */
static __device__ float walk(const struct tile &m, float *y)
{
	int step = min((int)threadIdx.x * STEPS, m.n_steps);
	int end = min(step + STEPS, m.n_steps), row, k, first = -1;
	float sum = 0, of_first = 0, left, before;

	row = rows_after(m.end, m.n_rows, step);
	k = step - row;
	for (; step < end; step++) {
		if (row == m.n_rows || k < m.end[row]) {
			sum += m.product[k++];
			continue;
		}
		if (first < 0) {
			first = row;
			of_first = sum;
		} else {
			y[row] = sum;
		}
		sum = 0;
		row++;
	}
	before = left_before({ sum, first >= 0 }, &left);
	if (first >= 0)
		y[first] = before + of_first;
	return left;
}

static __global__ void __launch_bounds__(THREADS_1)
	multiply(const __grid_constant__ struct sparse a, struct part *part)
{
	__shared__ struct tile m;
	int64_t row = part[blockIdx.x].row, from = (int64_t)blockIdx.x * TILE;
	int64_t all = a.rows + a.start[a.rows];
	float left;

	if (threadIdx.x == 0) {
		m.n_rows = (int)(part[blockIdx.x + 1].row - row);
		m.n_steps = (int)(min(from + TILE, all) - from);
	}
	__syncthreads();
	load_tile(&m, a, row, from - row);
	left = walk(m, a.y + row);
	if (threadIdx.x == 0)
		part[blockIdx.x].sum = left;
}

/* What tiles left of a row that another ended. */
static __global__ void add_parts(float *y, const struct part *part, int n_tiles,
				 int64_t rows)
{
	int t = (int)(blockIdx.x * THREADS_1 + threadIdx.x);

	if (t < n_tiles && part[t + 1].row < rows)
		atomicAdd(y + part[t + 1].row, part[t].sum);
}

static int run(const struct aisp_io *io, void *state)
{
	struct sparse a = sparse_of(io);
	struct part *part = (struct part *)io->workspace;
	unsigned n_tiles =
		(unsigned)aisp_ceil_div(a.rows * (io->param[PER_ROW] + 1), TILE);
	unsigned n_blocks = (n_tiles + THREADS_1) / THREADS_1;
	cudaStream_t stream = aisp_stream(io);

	(void)state;
	cut<<<n_blocks, THREADS_1, 0, stream>>>(a, part, (int)n_tiles);
	multiply<<<n_tiles, THREADS_1, 0, stream>>>(a, part);
	add_parts<<<n_blocks, THREADS_1, 0, stream>>>(a.y, part, (int)n_tiles, a.rows);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "rows and elements divided equally among threads",
	.run = run,
};
