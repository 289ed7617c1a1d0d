/* SPDX-License-Identifier: MIT
 *
 * Three kernels: all scales, by a warp for each block; all quotients, an element per
 * thread; and the transpose, by tiles in shared memory, so that both its loads and its
 * stores are of neighbours.  x is read twice, and the result once more.
 */
#include "workload_quantise_rows.h"

#include "tiles_quantise_rows.h"

#define SIDE 32 /* of a tile */

static __global__ void divide(struct quantise m)
{
	int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x, i = e / m.cols;
	int64_t b = i * m.blocks + e % m.cols / m.block;

	if (i < m.rows)
		m.q[e] = (uint8_t)to_e4m3(low(m.x[e]) * (1 / m.scale[b]), 0);
}

static __global__ void transpose(struct quantise m)
{
	__shared__ uint8_t tile[SIDE][SIDE + 4];
	int64_t j = (int64_t)blockIdx.x * SIDE, i = (int64_t)blockIdx.y * SIDE;
	int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;

	for (int k = y; k < SIDE && i + k < m.rows && j + x < m.cols;
	     k += THREADS / SIDE)
		tile[k][x] = m.q[(i + k) * m.cols + j + x];
	__syncthreads();
	for (int k = y; k < SIDE && j + k < m.cols && i + x < m.rows;
	     k += THREADS / SIDE)
		m.qt[(j + k) * m.rows + i + x] = tile[x][k];
}

static int run(const struct aisp_io *io, void *state)
{
	struct quantise m = quantise_of(io);
	cudaStream_t stream = aisp_stream(io);

	(void)state;
	start_find_scales(m, stream);
	divide<<<(unsigned)aisp_ceil_div(m.rows * m.cols, THREADS), THREADS, 0,
		 stream>>>(m);
	transpose<<<dim3((unsigned)aisp_ceil_div(m.cols, SIDE),
			 (unsigned)aisp_ceil_div(m.rows, SIDE)),
		    THREADS, 0, stream>>>(m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three kernels: scales, quotients, transpose",
	.run = run,
};
