/* SPDX-License-Identifier: MIT
 *
 * tiles_quantise_rows.h - numbers to e4m3 on a GPU: the call, eight elements at a time,
 * and the maxima of blocks of any length, a warp each.
 */
#ifndef TILES_QUANTISE_ROWS_H
#define TILES_QUANTISE_ROWS_H

#include "e4m3_gpu.h"
#include "halves_max.h"

#define THREADS 256

struct quantise {
	const uint16_t *x;
	float *scale;
	uint8_t *q, *qt;
	int64_t rows, cols, block, blocks; /* of a row */
};

static struct quantise quantise_of(const struct aisp_io *io)
{
	const int64_t *p = io->param;

	return { (const uint16_t *)io->in[0].data,
		 aisp_out_f32(io, SCALE),
		 (uint8_t *)io->out[Q].data,
		 (uint8_t *)io->out[QT].data,
		 p[ROWS],
		 p[COLS],
		 block_elems(p),
		 n_blocks(p) };
}

static __global__ void find_scales(struct quantise m)
{
	int64_t b = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / 32;
	int64_t first = b % m.blocks * m.block;
	int64_t end = first + m.block < m.cols ? first + m.block : m.cols;
	uint32_t max = 0;

	if (b >= m.rows * m.blocks)
		return;
	for (int64_t j = first + threadIdx.x % 32; j < end; j += 32)
		max = larger2(max, m.x[b / m.blocks * m.cols + j]);
	max = __reduce_max_sync(~0u, max);
	if (threadIdx.x % 32 == 0)
		m.scale[b] = scale_of(low(max));
}

static void start_find_scales(const struct quantise &m, cudaStream_t stream)
{
	find_scales<<<(unsigned)aisp_ceil_div(m.rows * m.blocks, THREADS / 32), THREADS,
		      0, stream>>>(m);
}

#endif
