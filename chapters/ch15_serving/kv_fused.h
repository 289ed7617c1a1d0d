/* SPDX-License-Identifier: MIT
 *
 * kv_fused.h - each head from its fp32 row to its last place in one step.
 */
#include "kv_cpu.h"

/* n heads, one behind the other at x; at `to` they are `stride` rows apart. */
AISP_CLONES static void put_rotated(uint16_t *restrict to, int64_t stride,
				    const float *restrict x, int64_t n,
				    const float *restrict angle)
{
	for (int64_t h = 0; h < n; h++, x += HEAD_DIM, to += stride * HEAD_DIM)
		for (int64_t i = 0; i < HALF; i++) {
			float c = angle[i], s = angle[HALF + i];

			to[i] = to_bf16(c * x[i] - s * x[i + HALF]);
			to[i + HALF] = to_bf16(c * x[i + HALF] + s * x[i]);
		}
}

AISP_CLONES static void put_rounded(uint16_t *restrict to, int64_t stride,
				    const float *restrict x, int64_t n)
{
	for (int64_t h = 0; h < n; h++, x += HEAD_DIM, to += stride * HEAD_DIM)
		for (int64_t i = 0; i < HEAD_DIM; i++)
			to[i] = to_bf16(x[i]);
}

/* Heads of a slot are a page apart. */
static inline void append_token(const struct append *a, int64_t t)
{
	int64_t heads = a->p[HEADS], group = a->p[GROUP], page = a->p[PAGE];
	int64_t at = row_of(a->p, a->slot[t], 0) * HEAD_DIM, x = t * heads * HEAD_DIM;
	const float *angle = angles_of(a, t);

	put_rotated(a->q16 + x * group, 1, a->q + x * group, heads * group, angle);
	put_rotated(a->pages_k + at, page, a->k + x, heads, angle);
	put_rounded(a->pages_v + at, page, a->v + x, heads);
}
