/* SPDX-License-Identifier: MIT
 *
 * Three passes, as a program in terms of arrays has them: rotate q and k, round all
 * three to bf16, copy keys and values to their slots.  Every loop is a vector loop;
 * fp32 and bf16 intermediates go through memory.
 * FLAGS: -O3
 */
#include "workload_kv_append.h"

#include <string.h>

#include "kv_cpu.h"

AISP_CLONES static void rotate(float *restrict to, const float *restrict x, int64_t n,
			       const float *restrict angle)
{
	for (int64_t h = 0; h < n; h++, x += HEAD_DIM, to += HEAD_DIM)
		for (int64_t i = 0; i < HALF; i++) {
			float c = angle[i], s = angle[HALF + i];

			to[i] = c * x[i] - s * x[i + HALF];
			to[i + HALF] = c * x[i + HALF] + s * x[i];
		}
}

AISP_CLONES static void narrow(uint16_t *restrict to, const float *restrict x,
			       int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = to_bf16(x[i]);
}

static void scatter(const struct append *a, uint16_t *pages, const uint16_t *x)
{
	for (int64_t t = 0; t < a->p[TOKENS]; t++)
		for (int64_t h = 0; h < a->p[HEADS]; h++, x += HEAD_DIM)
			memcpy(pages + row_of(a->p, a->slot[t], h) * HEAD_DIM, x,
			       HEAD_DIM * sizeof(*x));
}

static int run(const struct aisp_io *io, void *state)
{
	struct append a = append_of(io);
	int64_t heads = a.p[HEADS], own = a.p[TOKENS] * heads * HEAD_DIM;
	int64_t group = a.p[GROUP];
	float *q = io->workspace, *k = q + own * group;
	uint16_t *k16 = (uint16_t *)(k + own), *v16 = k16 + own;

	(void)state;
	for (int64_t t = 0; t < a.p[TOKENS]; t++) {
		int64_t x = t * heads * HEAD_DIM;

		rotate(q + x * group, a.q + x * group, heads * group, angles_of(&a, t));
		rotate(k + x, a.k + x, heads, angles_of(&a, t));
	}
	narrow(a.q16, q, own * group);
	narrow(k16, k, own);
	narrow(v16, a.v, own);
	scatter(&a, a.pages_k, k16);
	scatter(&a, a.pages_v, v16);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "rotate, round, copy: a pass each",
	.run = run,
};
