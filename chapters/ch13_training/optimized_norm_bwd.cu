/* SPDX-License-Identifier: MIT
 *
 * Two blocks per multiprocessor take row after row, with the columns' sums in shared
 * memory, where a thread has columns that no other has; a second kernel adds up what
 * the blocks have, in their order: the same bits in every call.
 *
 * SUMMARY: sums of columns by block, added up in order
 * LAUNCH: norm_rows<<<264, 512, 8 * round_up(cols, 8)>>>(dx, workspace, x, dy, gain,
 *             mean, rstd, rows, cols)
 * LAUNCH: norm_sums<<<ceil_div(cols, 32), 256>>>(dgain, dbias, workspace, cols)
 */
#include "workload_norm_bwd.h"

#include "norm_gpu.h"

#define BLOCK  512
#define VECTOR 8  /* elements: 16 bytes */
#define WIDE   32 /* columns of a block that adds up */

/* Loads up to VECTOR of n elements; zeros behind them. */
static __device__ void load(uint32_t *to, const uint16_t *from, int n)
{
	if (n == VECTOR && (uintptr_t)from % 16 == 0) {
		*(uint4 *)to = *(const uint4 *)from;
		return;
	}
#pragma unroll
	for (int k = 0; k < VECTOR / 2; k++)
		to[k] = (2 * k < n ? from[2 * k] : 0) |
			(uint32_t)(2 * k + 1 < n ? from[2 * k + 1] : 0) << 16;
}

static __device__ void store(uint16_t *to, const uint32_t *from, int n)
{
	if (n == VECTOR && (uintptr_t)to % 16 == 0) {
		*(uint4 *)to = *(const uint4 *)from;
		return;
	}
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		if (k < n)
			to[k] = (uint16_t)(from[k / 2] >> 16 * (k % 2));
}

static __device__ float half_of(const uint32_t *words, int k)
{
	return k % 2 ? high(words[k / 2]) : low(words[k / 2]);
}

static __device__ struct norm_elem elem_of(const uint32_t *x, const uint32_t *dy,
					   const uint32_t *gain, int k, float mean,
					   float rstd)
{
	return norm_elem_of(half_of(x, k), half_of(dy, k), half_of(gain, k), mean,
			    rstd);
}

/*
 * Elements [j, j + n) into the row's sums and, in shared memory, into the columns':
 * element k of all vectors side by side, so that threads meet in no bank.
 */
static __device__ void take(float2 *sum, float *dgain, float *dbias, int stride,
			    const uint16_t *x16, const uint16_t *dy16,
			    const uint16_t *gain16, int j, int n, float mean,
			    float rstd)
{
	__align__(16) uint32_t x[VECTOR / 2], dy[VECTOR / 2], gain[VECTOR / 2];

	load(x, x16 + j, n);
	load(dy, dy16 + j, n);
	load(gain, gain16 + j, n);
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		if (k < n) {
			struct norm_elem e = elem_of(x, dy, gain, k, mean, rstd);

			sum->x += e.h;
			sum->y += e.h * e.x;
			dgain[k * stride + j / VECTOR] += e.dy * e.x;
			dbias[k * stride + j / VECTOR] += e.dy;
		}
}

/* Stores dx of the same elements, which are in the first-level cache. */
static __device__ void give(uint16_t *dx, float2 mean_of, const uint16_t *x16,
			    const uint16_t *dy16, const uint16_t *gain16, int j, int n,
			    float mean, float rstd)
{
	__align__(16) uint32_t x[VECTOR / 2], dy[VECTOR / 2], gain[VECTOR / 2];
	float d[VECTOR];

	load(x, x16 + j, n);
	load(dy, dy16 + j, n);
	load(gain, gain16 + j, n);
#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		struct norm_elem e = elem_of(x, dy, gain, k, mean, rstd);

		d[k] = rstd * (e.h - mean_of.x - e.x * mean_of.y);
	}
#pragma unroll
	for (int k = 0; k < VECTOR / 2; k++)
		x[k] = pack(d[2 * k], d[2 * k + 1]);
	store(dx + j, x, n);
}

__global__ void norm_rows(uint16_t *restrict dx, float *restrict partial,
			  const uint16_t *restrict x, const uint16_t *restrict dy,
			  const uint16_t *restrict gain, const float *restrict means,
			  const float *restrict rstds, int64_t rows, int64_t cols)
{
	extern __shared__ float dgain[]; /* then dbias */
	__shared__ float2 room[2][32];
	int n = (int)cols, stride = (n + VECTOR - 1) / VECTOR, turn = 0;

	for (int j = (int)threadIdx.x; j < 2 * VECTOR * stride; j += BLOCK)
		dgain[j] = 0;
	__syncthreads();
	for (int64_t i = blockIdx.x; i < rows; i += gridDim.x, turn ^= 1) {
		float mean = means[i], rstd = rstds[i];
		int64_t at = i * cols;
		float2 sum = make_float2(0, 0);

		for (int j = VECTOR * (int)threadIdx.x; j < n; j += VECTOR * BLOCK)
			take(&sum, dgain, dgain + VECTOR * stride, stride, x + at,
			     dy + at, gain, j, min(VECTOR, n - j), mean, rstd);
		sum = block_sum2(sum, room[turn]);
		sum = make_float2(sum.x / (float)n, sum.y / (float)n);
		for (int j = VECTOR * (int)threadIdx.x; j < n; j += VECTOR * BLOCK)
			give(dx + at, sum, x + at, dy + at, gain, j, min(VECTOR, n - j),
			     mean, rstd);
	}
	__syncthreads();
	partial += 2 * cols * blockIdx.x;
	for (int j = (int)threadIdx.x; j < n; j += BLOCK) {
		int at = j % VECTOR * stride + j / VECTOR;

		partial[j] = dgain[at];
		partial[n + j] = dgain[VECTOR * stride + at];
	}
}

/* 32 columns a block: each warp adds an eighth of the strips, in order. */
__global__ void norm_sums(float *restrict dgain, float *restrict dbias,
			  const float *restrict partial, int64_t cols)
{
	__shared__ float2 part[8][WIDE];
	int warp = (int)threadIdx.x / WIDE, lane = (int)threadIdx.x % WIDE;
	int64_t j = (int64_t)blockIdx.x * WIDE + lane;
	float2 sum = make_float2(0, 0);

	for (int s = warp * (STRIPS / 8); s < (warp + 1) * (STRIPS / 8) && j < cols;
	     s++) {
		sum.x += partial[2 * cols * s + j];
		sum.y += partial[2 * cols * s + cols + j];
	}
	part[warp][lane] = sum;
	__syncthreads();
	if (warp || j >= cols)
		return;
	for (int w = 1; w < 8; w++) {
		sum.x += part[w][lane].x;
		sum.y += part[w][lane].y;
	}
	dgain[j] = sum.x;
	dbias[j] = sum.y;
}
