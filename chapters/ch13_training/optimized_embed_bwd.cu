/* SPDX-License-Identifier: MIT
 *
 * A counting sort of the tokens, then a block per word: it adds up the rows of its
 * group in registers, in their order, and writes its row of dw once.
 *
 * SUMMARY: tokens sorted by word, a block per word, each row written once
 * SCRATCH: 4 * (2 * vocab + 3 * tokens + 1)
 * LAUNCH: clear<<<ceil_div(vocab + 1, 256), 256>>>(scratch, vocab + 1)
 * LAUNCH: count<<<ceil_div(tokens, 256), 256>>>(scratch, token, tokens, vocab)
 * LAUNCH: reserve<<<ceil_div(vocab, 256), 256>>>(scratch, tokens, vocab)
 * LAUNCH: place<<<ceil_div(tokens, 256), 256>>>(scratch, token, tokens, vocab)
 * LAUNCH: sort<<<ceil_div(tokens, 256), 256>>>(scratch, token, tokens, vocab)
 * LAUNCH: add_groups<<<vocab, min(256, round_up(ceil_div(width, 4), 32))>>>(dw,
 *             dy, scratch, tokens, vocab, width)
 */
#include "workload_embed_bwd.h"

#include "embed_gpu.h"

#define AHEAD 8 /* rows of a thread under way */

static __device__ void add(float *sum, float x)
{
	*sum += x;
}

static __device__ void add(float4 *sum, float4 v)
{
	sum->x += v.x;
	sum->y += v.y;
	sum->z += v.z;
	sum->w += v.w;
}

/* Adds up the n rows of `width` elements at order[0..n). */
template <typename T>
static __device__ void add_rows(T *restrict to, const T *restrict from,
				const int *restrict order, int n, int64_t width)
{
	for (int64_t j = threadIdx.x; j < width; j += blockDim.x) {
		T sum = {};
		int k = 0;

		for (; k + AHEAD <= n; k += AHEAD) {
			T row[AHEAD];

#pragma unroll
			for (int a = 0; a < AHEAD; a++)
				row[a] = from[order[k + a] * width + j];
#pragma unroll
			for (int a = 0; a < AHEAD; a++)
				add(&sum, row[a]);
		}
		for (; k < n; k++)
			add(&sum, from[order[k] * width + j]);
		to[j] = sum;
	}
}

__global__ void add_groups(float *restrict dw, const float *restrict dy, int *scratch,
			   int64_t tokens, int64_t vocab, int64_t width)
{
	struct groups g = groups_at(scratch, tokens, vocab);
	const int *order = g.order + g.begin[blockIdx.x];
	int n = g.count[blockIdx.x];

	dw += blockIdx.x * width;
	if (width % 4 == 0)
		add_rows((float4 *)dw, (const float4 *)dy, order, n, width / 4);
	else
		add_rows(dw, dy, order, n, width);
}
