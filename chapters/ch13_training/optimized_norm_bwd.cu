/* SPDX-License-Identifier: MIT
 *
 * A block per multiprocessor takes row after row.  A thread has columns that no other
 * has, with their sums in registers.  While the threads of a block exchange a row's
 * sums, they already add up the next row, and the one behind it is on its way to shared
 * memory.  A second kernel adds up what the blocks have, in their order: the same bits
 * in every call.
 *
 * SUMMARY: columns in registers, three rows under way
 * LAUNCH: norm_rows<<<min(gpu.sms, 264), 512, 49152 * ceil_div(cols, 4096)>>>(dx,
 *             workspace, x, dy, gain, mean, rstd, rows, cols)
 * LAUNCH: norm_sums<<<ceil_div(2 * cols, 32), 256>>>(dgain, dbias, workspace, cols,
 *             min(gpu.sms, 264)) programmatic
 */
#include "workload_norm_bwd.h"

#include "norm_vectors.h"

#include <cuda_pipeline.h>

#define BLOCK  512
#define STAGES 3  /* rows of a block that are under way */
#define WIDE   32 /* columns of a block that adds up */
#define GROUPS 8  /* of strips: warps of that block */

/* What the kernel works on. */
struct norm_task {
	uint16_t *restrict dx;
	const uint16_t *restrict x, *restrict dy, *restrict gain;
	const float *restrict mean, *restrict rstd;
	int n_rows, n_cols;
};

/* Columns of a thread: VECTORS vectors, BLOCK vectors apart.  If rows are ALIGNED,
 * each vector is whole: to ask would take as long as to compute. */
template <int VECTORS> struct columns {
	__align__(16) uint32_t gain[VECTORS][VECTOR / 2];
	float dgain[VECTORS][VECTOR], dbias[VECTORS][VECTOR];
};

/* A row in shared memory; zeros where no column is. */
template <int VECTORS> struct stage {
	uint4 x[VECTORS * BLOCK], dy[VECTORS * BLOCK];
};

struct moments {
	float mean, rstd;
};

static __device__ struct moments moments_of(const struct norm_task &t, int row)
{
	struct moments m = { 0, 0 };

	if (row < t.n_rows) {
		m.mean = t.mean[row];
		m.rstd = t.rstd[row];
	}
	return m;
}

/* A row's elements that the thread itself will use. */
template <int VECTORS, bool ALIGNED>
static __device__ void fetch(struct stage<VECTORS> *to, const struct norm_task &t,
			     int row)
{
	int64_t at = (int64_t)row * t.n_cols;

#pragma unroll
	for (int v = 0; v < VECTORS && row < t.n_rows; v++) {
		int i = v * BLOCK + (int)threadIdx.x, j = VECTOR * i;

		if (j >= t.n_cols)
			continue;
		if (ALIGNED) {
			__pipeline_memcpy_async(to->x + i, t.x + at + j, 16);
			__pipeline_memcpy_async(to->dy + i, t.dy + at + j, 16);
		} else {
			int n = min(VECTOR, t.n_cols - j);

			load((uint32_t *)(to->x + i), t.x + at + j, n);
			load((uint32_t *)(to->dy + i), t.dy + at + j, n);
		}
	}
	__pipeline_commit();
}

/* Adds a row to the columns' sums; returns the thread's part of the row's. */
template <int VECTORS>
static __device__ float2 take(struct columns<VECTORS> *c,
			      const struct stage<VECTORS> *from, struct moments m)
{
	float2 sum = make_float2(0, 0);

#pragma unroll
	for (int v = 0; v < VECTORS; v++) {
		uint4 x = from->x[v * BLOCK + threadIdx.x];
		uint4 dy = from->dy[v * BLOCK + threadIdx.x];

#pragma unroll
		for (int k = 0; k < VECTOR; k++) {
			struct norm_elem e = elem_of((uint32_t *)&x, (uint32_t *)&dy,
						     c->gain[v], k, m.mean, m.rstd);

			sum.x += e.h;
			sum.y += e.h * e.x;
			c->dgain[v][k] += e.dy * e.x;
			c->dbias[v][k] += e.dy;
		}
	}
	return sum;
}

/* Stores dx of a row, whose sums are in room. */
template <int VECTORS, bool ALIGNED>
static __device__ void
give(const struct norm_task &t, int row, const struct columns<VECTORS> &c,
     const struct stage<VECTORS> *from, struct moments m, const float2 *room)
{
	float2 sum = block_sum2_read(room);
	float h = sum.x / (float)t.n_cols, hx = sum.y / (float)t.n_cols;

#pragma unroll
	for (int v = 0; v < VECTORS; v++) {
		int i = v * BLOCK + (int)threadIdx.x, j = VECTOR * i;
		uint4 x = from->x[i], dy = from->dy[i];
		float d[VECTOR];

#pragma unroll
		for (int k = 0; k < VECTOR; k++) {
			struct norm_elem e = elem_of((uint32_t *)&x, (uint32_t *)&dy,
						     c.gain[v], k, m.mean, m.rstd);

			d[k] = m.rstd * (e.h - h - e.x * hx);
		}
		if (j < t.n_cols)
			store_packed<ALIGNED>(t.dx + (int64_t)row * t.n_cols + j, d,
					      ALIGNED ? VECTOR
						      : min(VECTOR, t.n_cols - j));
	}
}

template <int VECTORS>
static __device__ void begin(struct columns<VECTORS> *c, uint4 *ring,
			     const struct norm_task &t)
{
	for (int k = (int)threadIdx.x; k < STAGES * 2 * VECTORS * BLOCK; k += BLOCK)
		ring[k] = make_uint4(0, 0, 0, 0);
#pragma unroll
	for (int v = 0; v < VECTORS; v++) {
		int j = VECTOR * (v * BLOCK + (int)threadIdx.x);

		load(c->gain[v], t.gain + j, max(0, min(VECTOR, t.n_cols - j)));
	}
	__syncthreads();
}

/* The columns' sums over the block's rows, behind those of the blocks before. */
template <int VECTORS>
static __device__ void leave(float *partial, const struct columns<VECTORS> &c,
			     int n_cols)
{
	partial += (int64_t)2 * n_cols * blockIdx.x;
#pragma unroll
	for (int v = 0; v < VECTORS; v++) {
		int j = VECTOR * (v * BLOCK + (int)threadIdx.x);

#pragma unroll
		for (int k = 0; k < VECTOR; k++)
			if (j + k < n_cols) {
				partial[j + k] = c.dgain[v][k];
				partial[n_cols + j + k] = c.dbias[v][k];
			}
	}
}

template <int VECTORS, bool ALIGNED>
static __device__ void all_rows(const struct norm_task &t, float *partial, uint4 *ring)
{
	__shared__ float2 room[2][BLOCK / 32];
	struct stage<VECTORS> *stages = (struct stage<VECTORS> *)ring;
	struct columns<VECTORS> c = {
	};
	int row = (int)blockIdx.x, step = (int)gridDim.x;
	int n_turns = (t.n_rows - row + step - 1) / step;
	struct moments before = { 0, 0 }, now = moments_of(t, row);

	begin(&c, ring, t);
	for (int k = 0; k < STAGES - 1; k++)
		fetch<VECTORS, ALIGNED>(stages + k, t, row + k * step);
	for (int turn = 0; turn <= n_turns; turn++, row += step) {
		struct moments next = moments_of(t, row + step);

		if (turn < n_turns) {
			__pipeline_wait_prior(STAGES - 2);
			block_sum2_write(room[turn % 2],
					 take(&c, stages + turn % STAGES, now));
		}
		if (turn > 0)
			give<VECTORS, ALIGNED>(t, row - step, c,
					       stages + (turn - 1) % STAGES, before,
					       room[(turn - 1) % 2]);
		/* Where the row lay that was given. */
		fetch<VECTORS, ALIGNED>(stages + (turn + STAGES - 1) % STAGES, t,
					row + (STAGES - 1) * step);
		before = now;
		now = next;
		__syncthreads();
	}
	leave(partial, c, t.n_cols);
}

/* More columns do not fit into shared memory: a launch for them fails. */
template <bool ALIGNED>
static __device__ void rows_of(const struct norm_task &t, float *partial, uint4 *ring)
{
	int n_vectors = (t.n_cols + VECTOR * BLOCK - 1) / (VECTOR * BLOCK);

	if (n_vectors == 1)
		all_rows<1, ALIGNED>(t, partial, ring);
	else if (n_vectors == 2)
		all_rows<2, ALIGNED>(t, partial, ring);
	else if (n_vectors == 3)
		all_rows<3, ALIGNED>(t, partial, ring);
	else
		all_rows<4, ALIGNED>(t, partial, ring);
}

__global__ void __launch_bounds__(BLOCK, 1)
	norm_rows(uint16_t *dx, float *partial, const uint16_t *x, const uint16_t *dy,
		  const uint16_t *gain, const float *means, const float *rstds,
		  int64_t rows, int64_t cols)
{
	extern __shared__ uint4 ring[];
	struct norm_task t = { dx, x, dy, gain, means, rstds, (int)rows, (int)cols };

	if (cols % VECTOR == 0)
		rows_of<true>(t, partial, ring);
	else
		rows_of<false>(t, partial, ring);
}

/* 32 columns of either sum a block: a warp adds up every eighth strip, in order. */
__global__ void norm_sums(float *dgain, float *dbias, const float *restrict partial,
			  int64_t cols, int n_strips)
{
	__shared__ float part[GROUPS][WIDE];
	int warp = (int)threadIdx.x / WIDE, lane = (int)threadIdx.x % WIDE;
	int64_t j = (int64_t)blockIdx.x * WIDE + lane;
	float sum = 0;

	cudaGridDependencySynchronize();
#pragma unroll 17
	for (int s = warp; s < n_strips; s += GROUPS)
		if (j < 2 * cols)
			sum += partial[2 * cols * s + j];
	part[warp][lane] = sum;
	__syncthreads();
	if (warp || j >= 2 * cols)
		return;
	for (int w = 1; w < GROUPS; w++)
		sum += part[w][lane];
	if (j < cols)
		dgain[j] = sum;
	else
		dbias[j - cols] = sum;
}
