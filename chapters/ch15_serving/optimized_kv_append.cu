/* SPDX-License-Identifier: MIT
 *
 * One launch: eight threads have a head, each eight elements of either half, which it
 * reads and writes 16 bytes at a time.
 *
 * SUMMARY: one launch, 16 bytes at a time
 * LAUNCH: kv_append<<<ceil_div(tokens * heads * (group + 2), 32), 256>>>(q16, pages_k,
 *         pages_v, q, k, v, angle, position, slot, heads, group, page, tokens)
 */
#include "workload_kv_append.h"

#include <aisp/bf16_words.h>

#define PER_HEAD 8                 /* threads */
#define VECTOR   (HALF / PER_HEAD) /* elements of a thread, in each half */
#define HEADS_OF (256 / PER_HEAD)  /* heads of a block */

static __device__ void store8(uint16_t *to, const float *x)
{
	*(uint4 *)to = make_uint4(pack(x[0], x[1]), pack(x[2], x[3]), pack(x[4], x[5]),
				  pack(x[6], x[7]));
}

/* Both parts of a head that a thread has, from `from` to `to`. */
static __device__ void put(uint16_t *to, const float *from, const float *angle)
{
	__align__(16) float a[VECTOR], b[VECTOR], c[VECTOR], s[VECTOR];

	load8(a, from);
	load8(b, from + HALF);
	if (angle) {
		load8(c, angle);
		load8(s, angle + HALF);
#pragma unroll
		for (int i = 0; i < VECTOR; i++) {
			float x = a[i];

			a[i] = c[i] * x - s[i] * b[i];
			b[i] = c[i] * b[i] + s[i] * x;
		}
	}
	store8(to, a);
	store8(to + HALF, b);
}

/* Heads of a token in the order of queries, keys, values. */
__global__ void kv_append(uint16_t *restrict q16, uint16_t *restrict pages_k,
			  uint16_t *restrict pages_v, const float *restrict q,
			  const float *restrict k, const float *restrict v,
			  const float *restrict angle, const int *restrict position,
			  const int *restrict slot, int64_t heads, int64_t group,
			  int64_t page, int64_t tokens)
{
	int64_t row = (int64_t)blockIdx.x * HEADS_OF + threadIdx.x / PER_HEAD;
	int64_t token = row / (heads * (group + 2)), at;
	int head = (int)(row % (heads * (group + 2)));
	int first = VECTOR * (int)(threadIdx.x % PER_HEAD),
	    queries = (int)(heads * group);

	if (token >= tokens)
		return;
	angle += 2 * HALF * (int64_t)position[token] + first;
	if (head < queries) {
		at = (token * queries + head) * HEAD_DIM + first;
		put(q16 + at, q + at, angle);
		return;
	}
	head -= queries;
	at = slot[token];
	at = (at / page * heads + head % heads) * page + at % page;
	row = token * heads + head % heads;
	put((head < heads ? pages_k : pages_v) + at * HEAD_DIM + first,
	    (head < heads ? k : v) + row * HEAD_DIM + first,
	    head < heads ? angle : NULL);
}
