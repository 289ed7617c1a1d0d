/* SPDX-License-Identifier: MIT
 *
 * ring_gpu.h - attention of a tile of 64 queries of a head to keys and values that come
 * in parts: a block of 16 x 16 threads, each with 4 x 4 scores, and sums scaled down
 * when a larger score comes (M. Milakov, N. Gimelshein, Online normalizer calculation
 * for softmax, 2018).  In fp32, by the ordinary arithmetic units.
 */
#ifndef RING_GPU_H
#define RING_GPU_H

#include "ring_rows.h"

static __device__ inline void add_products(float *sum, float4 a, float4 b)
{
	*sum += a.x * b.x;
	*sum += a.y * b.y;
	*sum += a.z * b.z;
	*sum += a.w * b.w;
}

/* Stores up to four elements of a head's n, from i on. */
static __device__ inline void store_quad(float *to, int64_t i, int64_t n, float4 v)
{
	if (n % 4 == 0 && i < n)
		*(float4 *)(to + i) = v;
	for (int k = 0; n % 4 && k < 4; k++)
		if (i + k < n)
			to[i + k] = ((const float *)&v)[k];
}

/* Rows y + 16 i of the tile, columns x + 16 j of scores, and quads x + 16 c of sums. */
template <int DIM> struct attending {
	float o[RING_PER][DIM / RING_SIDE], max[RING_PER], sum[RING_PER];

	__device__ void begin()
	{
#pragma unroll
		for (int i = 0; i < RING_PER; i++) {
			max[i] = -INFINITY;
			sum[i] = 0;
#pragma unroll
			for (int c = 0; c < DIM / RING_SIDE; c++)
				o[i][c] = 0;
		}
	}

	__device__ void score(float s[RING_PER][RING_PER],
			      const struct ring_shared<DIM> &m) const
	{
		const int y = threadIdx.x / RING_SIDE, x = threadIdx.x % RING_SIDE;

#pragma unroll
		for (int i = 0; i < RING_PER; i++)
#pragma unroll
			for (int j = 0; j < RING_PER; j++)
				s[i][j] = 0;
#pragma unroll 4
		for (int c = 0; c < DIM; c += 4) {
			float4 q[RING_PER], k[RING_PER];

#pragma unroll
			for (int i = 0; i < RING_PER; i++) {
				q[i] = *(const float4 *)(m.q[y + RING_SIDE * i] + c);
				k[i] = *(const float4 *)(m.k[x + RING_SIDE * i] + c);
			}
#pragma unroll
			for (int i = 0; i < RING_PER; i++)
#pragma unroll
				for (int j = 0; j < RING_PER; j++)
					add_products(&s[i][j], q[i], k[j]);
		}
	}

	/* Turns scores into weights: of keys up to a query's own, at most n. */
	__device__ void weigh(float s[RING_PER][RING_PER], struct ring_shared<DIM> &m,
			      float scale, int64_t late, int64_t n)
	{
		const int y = threadIdx.x / RING_SIDE, x = threadIdx.x % RING_SIDE;

#pragma unroll
		for (int i = 0; i < RING_PER; i++) {
			float most = max[i], all = 0, shrink;

#pragma unroll
			for (int j = 0; j < RING_PER; j++) {
				int key = x + RING_SIDE * j;
				bool is_seen =
					key < n && key <= late + y + RING_SIDE * i;

				s[i][j] = is_seen ? s[i][j] * scale : -INFINITY;
				most = fmaxf(most, s[i][j]);
			}
#pragma unroll
			for (int half = RING_SIDE / 2; half > 0; half /= 2)
				most = fmaxf(most, __shfl_xor_sync(~0u, most, half));
			shrink = exp2f(max[i] - most);
#pragma unroll
			for (int j = 0; j < RING_PER; j++) {
				s[i][j] = exp2f(s[i][j] - most);
				all += s[i][j];
				m.p[y + RING_SIDE * i][x + RING_SIDE * j] = s[i][j];
			}
			max[i] = most;
			sum[i] = sum[i] * shrink + all;
#pragma unroll
			for (int c = 0; c < DIM / RING_SIDE; c++)
				o[i][c] *= shrink;
		}
	}

	__device__ void mix(const struct ring_shared<DIM> &m)
	{
		const int y = threadIdx.x / RING_SIDE, x = threadIdx.x % RING_SIDE;

#pragma unroll 4
		for (int key = 0; key < RING_TILE; key += 4) {
			float4 p[RING_PER];

#pragma unroll
			for (int i = 0; i < RING_PER; i++)
				p[i] = *(const float4 *)(m.p[y + RING_SIDE * i] + key);
#pragma unroll
			for (int k = 0; k < 4; k++)
#pragma unroll
				for (int c = 0; c < DIM / RING_SIDE; c += 4) {
					float4 v = *(const float4 *)(m.v[key + k] +
								     RING_SIDE * c +
								     4 * x);

#pragma unroll
					for (int i = 0; i < RING_PER; i++) {
						float w = ((const float *)&p[i])[k];

						o[i][c] += w * v.x;
						o[i][c + 1] += w * v.y;
						o[i][c + 2] += w * v.z;
						o[i][c + 3] += w * v.w;
					}
				}
		}
	}

	/* Divides by each row's sum, of which 16 threads have parts. */
	__device__ void end(const struct part &q, int64_t at, const struct heads &h,
			    int64_t head)
	{
		const int y = threadIdx.x / RING_SIDE, x = threadIdx.x % RING_SIDE;

#pragma unroll
		for (int i = 0; i < RING_PER; i++) {
			int64_t row = at + y + RING_SIDE * i;
			float *to = q.o + (row * h.heads + head) * h.dim;
			float all = sum[i];

#pragma unroll
			for (int half = RING_SIDE / 2; half > 0; half /= 2)
				all += __shfl_xor_sync(~0u, all, half);
#pragma unroll
			for (int c = 0; c < DIM / RING_SIDE; c += 4) {
				const float4 v = { o[i][c] / all, o[i][c + 1] / all,
						   o[i][c + 2] / all,
						   o[i][c + 3] / all };

				if (row < q.n)
					store_quad(to, RING_SIDE * c + 4 * x, h.dim, v);
			}
		}
	}
};

#endif
