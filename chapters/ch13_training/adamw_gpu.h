/* SPDX-License-Identifier: MIT
 *
 * adamw_gpu.h - the step on one element, by a thread that has it in registers.
 */
#include <aisp/bf16_words.h>
#include <aisp/cuda.h>

/* What a launch reads once for all its elements. */
struct adamw_rates {
	float lr, b1, b2, eps, over_bias1, over_bias2, clip;
};

static __device__ struct adamw_rates adamw_rates_of(const float *h)
{
	struct adamw_rates r = { h[LR],        h[B1],        h[B2],  h[EPS],
				 1 / h[BIAS1], 1 / h[BIAS2], h[CLIP] };

	return r;
}

static __device__ void adamw_element(float *p, float *m, float *v, float g16,
				     const struct adamw_rates *r, float decay)
{
	float g = r->clip * g16;

	*m = r->b1 * *m + (1 - r->b1) * g;
	*v = r->b2 * *v + (1 - r->b2) * g * g;
	*p -= r->lr *
	      (*m * r->over_bias1 / (sqrtf(*v * r->over_bias2) + r->eps) + decay * *p);
}

/* Element i of the arrays in memory. */
static __device__ void adamw_at(float *p, float *m, float *v, uint16_t *p16,
				const uint16_t *g, int64_t i,
				const struct adamw_rates *r, float decay)
{
	adamw_element(p + i, m + i, v + i, low(g[i]), r, decay);
	p16[i] = (uint16_t)pack(p[i], 0);
}
