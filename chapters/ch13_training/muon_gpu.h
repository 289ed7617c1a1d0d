/* SPDX-License-Identifier: MIT
 *
 * muon_gpu.h - cuBLASLt's products of Muon's update, and how it begins.
 */
#ifndef MUON_GPU_H
#define MUON_GPU_H

#include <aisp/block_reduce.h>
#include <aisp/lt_f32.h>
#include <stdlib.h>

#define LIBRARY_ROOM ((size_t)8 << 20) /* what cuBLASLt gets, at the begin */
#define BLOCK        256
#define PARTS        256 /* of the sum of squares; a block adds them up */

static_assert(PARTS == BLOCK, "a part for each thread");

/* A variant's state: m x n by n x m, m x m by m x m, m x m by m x n. */
struct muon_products {
	struct lt narrow, square, wide;
};

/* The first multiple of 256 bytes behind n floats. */
static inline float *behind(float *p, int64_t n)
{
	return p + aisp_ceil_div(n, 64) * 64;
}

static inline float *behind_library(const struct aisp_io *io)
{
	return (float *)((char *)io->workspace + LIBRARY_ROOM);
}

static __global__ void __launch_bounds__(BLOCK)
	sum_squares(float *restrict part, const float *restrict g, int64_t n)
{
	float sum = 0;

	for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n;
	     i += (int64_t)PARTS * BLOCK)
		sum += g[i] * g[i];
	sum = block_reduce<plus>(sum);
	if (threadIdx.x == 0)
		part[blockIdx.x] = sum;
}

static __global__ void __launch_bounds__(BLOCK)
	scale_all(float *restrict x, const float *restrict g,
		  const float *restrict part, int64_t n)
{
	float scale = 1 / sqrtf(block_reduce<plus>(part[threadIdx.x]));

	for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n;
	     i += (int64_t)gridDim.x * BLOCK)
		x[i] = g[i] * scale;
}

/* x = g / |g|; part has PARTS elements. */
static inline int begin(const struct aisp_io *io, float *x, float *part)
{
	const float *g = aisp_in_f32(io, G);
	int64_t n = io->param[ROWS] * io->param[COLS];

	sum_squares<<<PARTS, BLOCK, 0, aisp_stream(io)>>>(part, g, n);
	scale_all<<<4 * PARTS, BLOCK, 0, aisp_stream(io)>>>(x, g, part, n);
	return aisp_launched();
}

/* c = alpha a b + beta c */
static inline int multiply(const struct aisp_io *io, struct lt *l, float *c,
			   const float *a, const float *b, double alpha, double beta)
{
	const struct lt_operands x = {
		a, b, c, io->workspace, LIBRARY_ROOM, aisp_stream(io)
	};

	l->alpha.real = (float)alpha;
	l->beta.real = (float)beta;
	return lt_product(l, &x, &l->algo);
}

/* c = alpha a b + beta d, of which c and d have n elements. */
static inline int multiply_add(const struct aisp_io *io, struct lt *l, float *c,
			       const float *a, const float *b, double alpha,
			       const float *d, double beta, int64_t n)
{
	AISP_TRY(cudaMemcpyAsync(c, d, (size_t)n * sizeof(*c), cudaMemcpyDeviceToDevice,
				 aisp_stream(io)));
	return multiply(io, l, c, a, b, alpha, beta);
}

static int muon_setup(const struct aisp_io *io, void **state)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	const struct lt_shape narrow = { m, m, n, false, true };
	const struct lt_shape square = { m, m, m, false, false };
	const struct lt_shape wide = { m, n, m, false, false };
	struct muon_products *p = (struct muon_products *)calloc(1, sizeof(*p));
	int rc;

	*state = p;
	if (!p)
		return -ENOMEM;
	rc = lt_describe_f32(&p->narrow, &narrow, LIBRARY_ROOM);
	rc = rc ? rc : lt_describe_f32(&p->square, &square, LIBRARY_ROOM);
	return rc ? rc : lt_describe_f32(&p->wide, &wide, LIBRARY_ROOM);
}

static void muon_teardown(void *state)
{
	struct muon_products *p = (struct muon_products *)state;

	if (p) {
		lt_release(&p->wide);
		lt_release(&p->square);
		lt_release(&p->narrow);
	}
	free(p);
}

#endif
