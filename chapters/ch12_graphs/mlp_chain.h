/* SPDX-License-Identifier: MIT
 *
 * mlp_chain.h - a row of a product by a warp: lanes take 16 bytes in turn.
 */
#ifndef MLP_CHAIN_H
#define MLP_CHAIN_H

#include <aisp/bf16_words.h>
#include <aisp/warp.h>

#define WARPS   16
#define THREADS (WARPS * 32)

/* Product p of the chain: from x, or what the one before made. */
struct chain {
	const float *x;
	float *y[MOST_LAYERS]; /* what layers make */
	float *h;              /* what lies between two products */
	const uint16_t *w;
	int n_products, d;
};

static struct chain chain_of(const struct aisp_io *io)
{
	struct chain c = { aisp_in_f32(io, IN_X) };

	for (int l = 0; l < io->param[LAYERS]; l++)
		c.y[l] = aisp_out_f32(io, l);
	c.h = (float *)io->workspace;
	c.w = (const uint16_t *)io->in[IN_W].data;
	c.n_products = (int)(2 * io->param[LAYERS]);
	c.d = (int)io->param[WIDTH];
	return c;
}

static __device__ const float *source(const struct chain &c, int p)
{
	return p % 2 ? c.h : p ? c.y[p / 2 - 1] : c.x;
}

static __device__ float *target(const struct chain &c, int p)
{
	return p % 2 ? c.y[p / 2] : c.h;
}

static __device__ const uint4 *weights(const struct chain &c, int p, int row)
{
	return (const uint4 *)(c.w + ((int64_t)p * c.d + row) * c.d) + threadIdx.x % 32;
}

/* Other blocks wrote it: not from a first cache. */
static __device__ void load_vector(float *to, const float *from, int d)
{
	for (int i = threadIdx.x * 4; i < d; i += THREADS * 4)
		*(float4 *)(to + i) = __ldcg((const float4 *)(from + i));
	__syncthreads();
}

/* Eight weights times the numbers at x. */
static __device__ float times_eight(uint4 w, const float *x)
{
	float4 a = ((const float4 *)x)[0], b = ((const float4 *)x)[1];

	return low(w.x) * a.x + high(w.x) * a.y + low(w.y) * a.z + high(w.y) * a.w +
	       (low(w.z) * b.x + high(w.z) * b.y + low(w.w) * b.z + high(w.w) * b.w);
}

/* In one lane. */
static __device__ void store_row(const struct chain &c, int p, int row, float sum)
{
	float v = aisp_warp_sum(sum);

	v = p % 2 ? v / (1 + fabsf(v)) : v / (1 + expf(-v));
	if (threadIdx.x % 32 == 0)
		target(c, p)[row] = v;
}

/* Adds the row's products behind its first n times 256 weights. */
static __device__ float add_rest(const struct chain &c, int p, int row, const float *x,
				 int n, float sum)
{
	const uint4 *w = weights(c, p, row);

	for (int i = n; i < c.d / 256; i++)
		sum += times_eight(__ldcs(w + i * 32),
				   x + i * 256 + threadIdx.x % 32 * 8);
	return sum;
}

#endif
