/* SPDX-License-Identifier: MIT
 *
 * field_blocks.h - one launch, a block for each multiprocessor, which keeps its cells
 * in shared memory.  WIDE cells at its edges go to its neighbours every WIDE steps;
 * what lies between is computed by both.  A word that passes has the round beside the
 * cell, so that its reader knows whether it has arrived.  With IS_GRID all blocks wait
 * for all.
 */
#ifndef FIELD_BLOCKS_H
#define FIELD_BLOCKS_H

#include <cooperative_groups.h>

#include "ring_kernel.h"

#define CREW 1024 /* threads of a block */

typedef unsigned long long word; /* a round and a cell */

struct field {
	float *y;
	const float *x;
	word *edge; /* [round % 2][block][side][WIDE]; begins as 0 */
	int n;
	int steps;
};

/* Cells that a block has at most, those of its neighbours among them. */
static __host__ __device__ int room(int n, int n_blocks)
{
	return n / n_blocks + 1 + 2 * WIDE;
}

static __device__ void say(word *at, unsigned round, float cell)
{
	word x = (word)round << 32 | __float_as_uint(cell);

	asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(at), "l"(x) : "memory");
}

static __device__ float hear(const word *at, unsigned round)
{
	word x;

	do
		asm volatile("ld.relaxed.gpu.u64 %0, [%1];"
			     : "=l"(x)
			     : "l"(at)
			     : "memory");
	while (x >> 32 != round);
	return __uint_as_float((unsigned)x);
}

static __device__ word *edge_of(const struct field &f, unsigned round, unsigned block,
				int side)
{
	return f.edge + (((round % 2) * gridDim.x + block) * 2 + side) * WIDE;
}

/* The block's own cells are [WIDE, WIDE + m) of cell.  Nobody writes a word again
 * before it was read: for that a neighbour's next one must have come. */
static __device__ void exchange(const struct field &f, float *cell, int m,
				unsigned round)
{
	unsigned me = blockIdx.x, n = gridDim.x;
	int i = (int)threadIdx.x;

	if (i < WIDE) {
		say(edge_of(f, round, me, 0) + i, round, cell[WIDE + i]);
		say(edge_of(f, round, me, 1) + i, round, cell[m + i]);
	}
	if (IS_GRID)
		cooperative_groups::this_grid().sync();
	if (i < WIDE) {
		cell[i] = hear(edge_of(f, round, (me + n - 1) % n, 1) + i, round);
		cell[WIDE + m + i] =
			hear(edge_of(f, round, (me + 1) % n, 0) + i, round);
	}
	__syncthreads();
}

static __global__ void __launch_bounds__(CREW) all_steps(struct field f)
{
	extern __shared__ float cells[];
	int first = (int)((int64_t)f.n * blockIdx.x / gridDim.x);
	int m = (int)((int64_t)f.n * (blockIdx.x + 1) / gridDim.x) - first;
	float *now = cells, *next = cells + room(f.n, (int)gridDim.x), *done;

	for (int c = threadIdx.x; c < m + 2 * WIDE; c += CREW)
		now[c] = f.x[(first - WIDE + c + f.n) % f.n];
	__syncthreads();
	for (int k = 0; k < f.steps; k++) {
		int lost = k % WIDE + 1; /* at either end, since the exchange */

		if (k && k % WIDE == 0)
			exchange(f, now, m, (unsigned)(k / WIDE));
		for (int c = lost + (int)threadIdx.x; c < m + 2 * WIDE - lost;
		     c += CREW)
			next[c] = spread(now[c - 1], now[c], now[c + 1]);
		__syncthreads();
		done = now;
		now = next;
		next = done;
	}
	for (int i = threadIdx.x; i < m; i += CREW)
		f.y[first + i] = now[WIDE + i];
}

/* As many blocks as multiprocessors, none with less than LEAST_CELLS. */
static int setup(const struct aisp_io *io, void **state)
{
	int n = (int)io->param[N];
	int n_blocks = min(aisp_gpu(cudaDevAttrMultiProcessorCount), n / LEAST_CELLS);

	*state = (void *)(intptr_t)n_blocks;
	return aisp_cuda_status(cudaFuncSetAttribute(
		all_steps, cudaFuncAttributeMaxDynamicSharedMemorySize,
		2 * room(n, n_blocks) * (int)sizeof(float)));
}

static int run(const struct aisp_io *io, void *state)
{
	unsigned n_blocks = (unsigned)(intptr_t)state;
	struct field f = { aisp_out_f32(io, 0), aisp_in_f32(io, 0),
			   (word *)io->workspace, (int)io->param[N],
			   (int)io->param[STEPS] };
	void *args[] = { &f };

	AISP_TRY(cudaMemsetAsync(f.edge, 0, 4 * WIDE * n_blocks * sizeof(word),
				 aisp_stream(io)));
	AISP_TRY(cudaLaunchCooperativeKernel(
		(void *)all_steps, dim3(n_blocks), dim3(CREW), args,
		2 * room(f.n, (int)n_blocks) * sizeof(float), aisp_stream(io)));
	return 0;
}

#endif
