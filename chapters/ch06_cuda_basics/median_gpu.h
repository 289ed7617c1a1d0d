/* SPDX-License-Identifier: MIT
 *
 * median_gpu.h - the median of nine on a GPU, as in median_blocks_2d.h: columns are
 * sorted first.  OF says what a number holds: a pixel, or one in either half.
 */
#ifndef MEDIAN_GPU_H
#define MEDIAN_GPU_H

#include <aisp/cuda.h>

struct of_one {
	static __device__ unsigned low(unsigned a, unsigned b)
	{
		return min(a, b);
	}
	static __device__ unsigned high(unsigned a, unsigned b)
	{
		return max(a, b);
	}
};

struct of_two {
	static __device__ unsigned low(unsigned a, unsigned b)
	{
		return __vminu2(a, b);
	}
	static __device__ unsigned high(unsigned a, unsigned b)
	{
		return __vmaxu2(a, b);
	}
};

struct column {
	unsigned least, mid, most;
};

template <typename OF>
static __device__ unsigned middle(unsigned a, unsigned b, unsigned c)
{
	return OF::high(OF::low(a, b), OF::low(OF::high(a, b), c));
}

template <typename OF>
static __device__ struct column sorted(unsigned a, unsigned b, unsigned c)
{
	return { OF::low(OF::low(a, b), c), middle<OF>(a, b, c),
		 OF::high(OF::high(a, b), c) };
}

template <typename OF>
static __device__ unsigned median(const struct column &a, const struct column &b,
				  const struct column &c)
{
	return middle<OF>(OF::high(OF::high(a.least, b.least), c.least),
			  middle<OF>(a.mid, b.mid, c.mid),
			  OF::low(OF::low(a.most, b.most), c.most));
}

struct image {
	uint8_t *y;
	const uint8_t *a;
	int64_t rows, cols;
};

static inline struct image image_of(const struct aisp_io *io)
{
	return { (uint8_t *)io->out[0].data, (const uint8_t *)io->in[0].data,
		 io->param[ROWS], io->param[COLS] };
}

/* Column j, nearest to it, of the rows around row i. */
static __device__ struct column column_at(const struct image &m, int64_t i, int64_t j)
{
	const uint8_t *a = m.a + nearest(j, m.cols);

	return sorted<of_one>(a[nearest(i - 1, m.rows) * m.cols], a[i * m.cols],
			      a[nearest(i + 1, m.rows) * m.cols]);
}

static __device__ void put_median(const struct image &m, int64_t i, int64_t j)
{
	if (i < m.rows && j < m.cols)
		m.y[i * m.cols + j] = (uint8_t)median<of_one>(column_at(m, i, j - 1),
							      column_at(m, i, j),
							      column_at(m, i, j + 1));
}

#endif
