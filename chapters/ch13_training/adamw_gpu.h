/* SPDX-License-Identifier: MIT
 *
 * adamw_gpu.h - the step on elements in memory, with gradients and a copy in bf16.
 */
#include "adamw_element.h"

#include <aisp/bf16_words.h>

static __device__ struct adamw_rates adamw_rates_of(const float *h)
{
	struct adamw_rates r = { h[LR],        h[B1],        h[B2],  h[EPS],
				 1 / h[BIAS1], 1 / h[BIAS2], h[CLIP] };

	return r;
}

/* Element i of the arrays in memory. */
static __device__ void adamw_at(float *p, float *m, float *v, uint16_t *p16,
				const uint16_t *g, int64_t i,
				const struct adamw_rates *r, float decay)
{
	adamw_element(p + i, m + i, v + i, low(g[i]), r, decay);
	p16[i] = (uint16_t)pack(p[i], 0);
}
