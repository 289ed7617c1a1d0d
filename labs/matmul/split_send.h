/* SPDX-License-Identifier: MIT
 *
 * split_send.h - how blocks that multiplied parts of k combine: each sends its sums to
 * the shared memory of the blocks that store them, one copy for each block, which
 * counts the bytes.
 */
#ifndef SPLIT_SEND_H
#define SPLIT_SEND_H

#include "split_out.h"

/* A thread's sums, as float, token by token: few instructions, as they are fetched for
 * one use. */
template <class P>
static __device__ void split_put(uint8_t *room, const float d[P::BANDS][P::N / 2])
{
	int lane = threadIdx.x % 32, warp = threadIdx.x % AISP_GROUP / 32;
	float *to = (float *)room + lane % 4 * 2 * P::PITCH +
		    aisp_warpgroup() * P::BANDS * 64 + warp * 16 + lane / 4;

#pragma unroll
	for (int b = 0; b < P::BANDS; b++)
#pragma unroll
		for (int i = 0; i < P::N / 2; i++)
			to[(i / 4 * 8 + i % 2) * P::PITCH + b * 64 + i / 2 % 2 * 8] =
				d[b][i];
}

/* The tokens that block `part` stores: its first, and how many. */
template <class P> static __device__ int2 split_tokens(int part, int parts)
{
	int most = (P::N + parts - 1) / parts, first = min(part * most, P::N);

	return make_int2(first, min(most, P::N - first));
}

/* Where sums of block `from` lie at block `to`. */
template <class P>
static __device__ uint8_t *split_slot(uint8_t *sent, int from, int to, int parts)
{
	int most = (P::N + parts - 1) / parts;

	return sent + (from < to ? from : from - 1) * most * P::TOKEN_BYTES;
}

/* Thread `to` copies the part of block `to` there, where the bytes are counted. */
template <class P>
static __device__ void split_give(uint8_t *room, uint8_t *sent, uint64_t *bar,
				  const struct split_place &p, int to)
{
	int2 t = split_tokens<P>(to, p.parts);

	if (to >= p.parts || to == p.part || !t.y)
		return;
	asm volatile(
		"{\n\t.reg .b32 a, b;\n\tmapa.shared::cluster.u32 a, %0, %4;\n\t"
		"mapa.shared::cluster.u32 b, %3, %4;\n\t"
		"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
		" [a], [%1], %2, [b];\n\t}" ::"r"((uint32_t)__cvta_generic_to_shared(
			split_slot<P>(sent, p.part, to, p.parts))),
		"r"((uint32_t)__cvta_generic_to_shared(room + t.x * P::TOKEN_BYTES)),
		"r"(t.y * P::TOKEN_BYTES), "r"((uint32_t)__cvta_generic_to_shared(bar)),
		"r"(to)
		: "memory");
}

static __device__ void split_add(float d[8], const uint8_t *from)
{
	float4 x = *(const float4 *)from, y = *(const float4 *)(from + 16);

	d[0] += x.x;
	d[1] += x.y;
	d[2] += x.z;
	d[3] += x.w;
	d[4] += y.x;
	d[5] += y.y;
	d[6] += y.z;
	d[7] += y.w;
}

#define SPLIT_BATCH 4 /* pieces of 16 bytes that a thread stores at a time */

/* Where a thread's pieces lie: in what each block sent, and in C; NULL if outside. */
struct split_pieces {
	int at[SPLIT_BATCH];
	__nv_bfloat16 *to[SPLIT_BATCH];
};

/* n of C is a multiple of 8. */
template <class P>
static __device__ struct split_pieces split_find(int first, int n,
						 const struct split_place &p, int token,
						 const struct split_c &c)
{
	constexpr int across = P::ROWS / 8;
	struct split_pieces x;

#pragma unroll
	for (int j = 0; j < SPLIT_BATCH; j++) {
		int i = first + j * P::FETCHER, row = i % across * 8;
		bool is_in = i < n && p.row + row < c.n;

		x.at[j] = is_in ? i / across * P::TOKEN_BYTES + row * 4 : 0;
		x.to[j] = is_in ? c.data + (int64_t)(token + i / across) * c.n + p.row +
					  row
				: NULL;
	}
	return x;
}

static __device__ void split_write(__nv_bfloat16 *to, const float d[8])
{
	__nv_bfloat162 out[4];

#pragma unroll
	for (int i = 0; i < 4; i++)
		out[i] = __floats2bfloat162_rn(d[2 * i], d[2 * i + 1]);
	if (to)
		*(uint4 *)to = *(uint4 *)out;
}

/* The sums of all blocks, in their order. */
template <class P>
static __device__ void split_sum(const struct split_pieces &x, const uint8_t *own,
				 uint8_t *sent, const struct split_place &p)
{
	float d[SPLIT_BATCH][8] = { 0 };

	for (int from = 0; from < p.parts; from++) {
		const uint8_t *sums = own;

		if (from != p.part)
			sums = split_slot<P>(sent, from, p.part, p.parts);
#pragma unroll
		for (int j = 0; j < SPLIT_BATCH; j++)
			split_add(d[j], sums + x.at[j]);
	}
#pragma unroll
	for (int j = 0; j < SPLIT_BATCH; j++)
		split_write(x.to[j], d[j]);
}

template <class P>
static __device__ void split_store(uint8_t *room, uint8_t *sent,
				   const struct split_place &p, const struct split_c &c)
{
	int2 t = split_tokens<P>(p.part, p.parts);
	int token = p.token + t.x, n = min(t.y, c.m - token) * (P::ROWS / 8);

	for (int i = threadIdx.x; i < n; i += SPLIT_BATCH * P::FETCHER)
		split_sum<P>(split_find<P>(i, n, p, token, c),
			     room + t.x * P::TOKEN_BYTES, sent, p);
}

#endif
