/* SPDX-License-Identifier: MIT
 *
 * Exercise: rotate both halves of a head.
 * FLAGS: -O3
 */
#include "workload_kv_append.h"

#include "kv_cpu.h"

/* A head at x, rotated; angle has HALF cosines, then HALF sines. */
AISP_CLONES static void put_rotated(uint16_t *restrict to, const float *restrict x,
				    const float *restrict angle)
{
	/* yours: this rounds the numbers, and rotates none */
	(void)angle;
	for (int64_t i = 0; i < HEAD_DIM; i++)
		to[i] = to_bf16(x[i]);
}

/* Head h of a token's keys and values goes to its slot. */
static void append_head(const struct append *a, int64_t t, int64_t h)
{
	int64_t x = (t * a->p[HEADS] + h) * HEAD_DIM;
	int64_t at = row_of(a->p, a->slot[t], h) * HEAD_DIM;

	put_rotated(a->pages_k + at, a->k + x, angles_of(a, t));
	for (int64_t i = 0; i < HEAD_DIM; i++)
		a->pages_v[at + i] = to_bf16(a->v[x + i]);
}

static int run(const struct aisp_io *io, void *state)
{
	struct append a = append_of(io);
	int64_t heads = a.p[HEADS] * a.p[GROUP];

	(void)state;
	for (int64_t t = 0; t < a.p[TOKENS]; t++) {
		for (int64_t h = 0; h < heads; h++)
			put_rotated(a.q16 + (t * heads + h) * HEAD_DIM,
				    a.q + (t * heads + h) * HEAD_DIM, angles_of(&a, t));
		for (int64_t h = 0; h < a.p[HEADS]; h++)
			append_head(&a, t, h);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass",
	.run = run,
};
