/* SPDX-License-Identifier: MIT
 *
 * experts_sums.h - on a GPU: the experts' results for a token, added up in the order of
 * its choices.
 */
#ifndef EXPERTS_SUMS_H
#define EXPERTS_SUMS_H

#include "experts_order.h"

static __device__ void add_vector(float (&sum)[8], uint4 x, float weight)
{
	const uint32_t word[] = { x.x, x.y, x.z, x.w };

#pragma unroll
	for (int i = 0; i < 4; i++) {
		sum[2 * i] += weight * low(word[i]);
		sum[2 * i + 1] += weight * high(word[i]);
	}
}

/* A block sums one token, eight columns a thread. */
static __device__ void combine_token(uint16_t *y, const uint16_t *out,
				     const struct order &o, int k, int width)
{
	int64_t token = blockIdx.x;

	for (int c = 8 * threadIdx.x; c < width; c += 8 * blockDim.x) {
		float sum[8] = { 0 };

#pragma unroll 8
		for (int i = 0; i < k; i++)
			add_vector(
				sum,
				__ldcs((const uint4 *)(out +
						       (int64_t)o.back[token * k + i] *
							       width +
						       c)),
				o.weight[token * k + i]);
		*(uint4 *)(y + token * width +
			   c) = { pack(sum[0], sum[1]), pack(sum[2], sum[3]),
				  pack(sum[4], sum[5]), pack(sum[6], sum[7]) };
	}
}

static __global__ void combine(uint16_t *y, const uint16_t *out, const struct order o,
			       int k, int width)
{
	combine_token(y, out, o, k, width);
}

/* The rest of a call, after `out` has a row for each place. */
static int add_up(const struct aisp_io *io, const struct order &o, const uint16_t *out)
{
	combine<<<(unsigned)io->param[TOKENS], 256, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[Y].data, out, o, (int)io->param[K],
		(int)io->param[WIDTH]);
	return aisp_launched();
}

#endif
