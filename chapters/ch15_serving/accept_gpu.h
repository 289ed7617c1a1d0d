/* SPDX-License-Identifier: MIT
 *
 * accept_gpu.h - on a GPU: how many drafts of a row count, and a draw by up to PARTS
 * warps, each of which has a part of the vocabulary.
 */
#ifndef ACCEPT_GPU_H
#define ACCEPT_GPU_H

#include <aisp/warp.h>

#define PARTS  128
#define VECTOR 4
#define STRIDE (32 * VECTOR) /* tokens of a warp at a time */

/* The distribution from which a token is drawn at a position of a row. */
struct choice {
	const float *p, *q; /* q: NULL behind the last draft */
	int64_t vocab;
};

/* How many of a row's k drafts count, in all lanes.  p and q are the row's. */
static __device__ int accepted(const float *p, const float *q, const int *draft,
			       const float *u, int64_t vocab, int k)
{
	for (int n = 0; n < k; n += 32) {
		int i = n + (int)threadIdx.x % 32;
		bool counts = false;
		unsigned others;

		if (i < k) {
			int64_t t = i * vocab + draft[i];

			counts = u[i] * q[t] < p[t];
		}
		others = __ballot_sync(~0u, !counts);
		if (others)
			return n + __ffs((int)others) - 1;
	}
	return k;
}

/* Loads weights of tokens t to t + VECTOR - 1; 0 behind the last. */
static __device__ void load_weights(float (&w)[VECTOR], const struct choice &c,
				    int64_t t)
{
	bool is_whole = c.vocab % VECTOR == 0;

#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		w[k] = 0;
	if (is_whole && t < c.vocab) {
		float4 p = *(const float4 *)(c.p + t);
		float4 q = c.q ? *(const float4 *)(c.q + t) : make_float4(0, 0, 0, 0);

		w[0] = fmaxf(p.x - q.x, 0), w[1] = fmaxf(p.y - q.y, 0);
		w[2] = fmaxf(p.z - q.z, 0), w[3] = fmaxf(p.w - q.w, 0);
	} else if (!is_whole) {
#pragma unroll
		for (int k = 0; k < VECTOR; k++)
			if (t + k < c.vocab)
				w[k] = fmaxf(c.p[t + k] - (c.q ? c.q[t + k] : 0), 0);
	}
}

/* The first token of part i of n. */
static __device__ int64_t part_begin(const struct choice &c, int i, int n)
{
	return (c.vocab + STRIDE - 1) / STRIDE * i / n * STRIDE;
}

/* The sum of a part's weights, in all lanes. */
static __device__ float part_weight(const struct choice &c, int i, int n)
{
	float sum = 0;

#pragma unroll 4
	for (int64_t t = part_begin(c, i, n); t < part_begin(c, i + 1, n);
	     t += STRIDE) {
		float w[VECTOR];

		load_weights(w, c, t + threadIdx.x % 32 * VECTOR);
		sum += w[0] + w[1] + (w[2] + w[3]);
	}
	return aisp_warp_sum(sum);
}

/* The place of a warp's 32 x VECTOR weights at which their sum, from `sum` on, is more
 * than `most`. */
struct found {
	int at, last;        /* -1: nowhere; the last that weighs something, or -1 */
	float before, after; /* the sum before `at`, and that of all */
};

static __device__ struct found find(const float (&w)[VECTOR], float sum, float most)
{
	int lane = (int)threadIdx.x % 32, last = 0;
	float own = w[0] + w[1] + (w[2] + w[3]), up_to = own, before, mine = 0;
	unsigned first = ~0u;
	struct found x;

#pragma unroll
	for (int d = 1; d < 32; d *= 2) {
		float y = __shfl_up_sync(~0u, up_to, d);

		up_to += lane >= d ? y : 0;
	}
	before = __shfl_up_sync(~0u, up_to, 1);
	before = sum + (lane ? before : 0);
#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		if (w[k] > 0 && before + w[k] > most && first == ~0u) {
			first = (unsigned)(lane * VECTOR + k);
			mine = before;
		}
		last = w[k] > 0 ? lane * VECTOR + k + 1 : last;
		before += w[k];
	}
	x.at = (int)__reduce_min_sync(~0u, first);
	x.last = (int)__reduce_max_sync(~0u, (unsigned)last) - 1;
	x.before = __shfl_sync(~0u, mine, x.at < 0 ? 0 : x.at / VECTOR);
	x.after = sum + __shfl_sync(~0u, up_to, 31);
	return x;
}

/* The warp of part i of n calls it when the weights of all parts are known (0 behind
 * the last): the warp in whose part the share u falls writes the token. */
static __device__ void draw(int *token, const struct choice &c, const float *weight,
			    int i, int n, float u)
{
	int lane = (int)threadIdx.x % 32;
	float part[VECTOR], sum, most;
	struct found x;
	int64_t last = 0;

#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		part[k] = weight[lane * VECTOR + k];
	most = u * find(part, 0, INFINITY).after;
	x = find(part, 0, most);
	sum = x.before;
	if (x.at < 0)
		x.at = x.last < 0 ? 0 : x.last;
	if (x.at != i)
		return;
	/* A part that rounding alone passes by has its last token. */
	for (int64_t t = part_begin(c, i, n); t < part_begin(c, i + 1, n);
	     t += STRIDE) {
		load_weights(part, c, t + lane * VECTOR);
		x = find(part, sum, most);
		last = x.last >= 0 ? t + x.last : last;
		if (x.at >= 0) {
			last = t + x.at;
			break;
		}
		sum = x.after;
	}
	if (lane == 0)
		*token = (int)last;
}

#endif
