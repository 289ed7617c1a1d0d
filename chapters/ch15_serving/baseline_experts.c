/* SPDX-License-Identifier: MIT
 *
 * An expert after the other: its tokens are found by a mask over all, and each number
 * of its products is a dot product of two rows, by vectors.
 * FLAGS: -O3 -fopenmp-simd
 * LIBS: -lm
 */
#include "workload_experts.h"

#include "experts_cpu.h"

AISP_CLONES static float dot_rows(const uint16_t *restrict w,
				  const uint16_t *restrict x, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t c = 0; c < n; c++)
		sum += from_bf16(w[c]) * from_bf16(x[c]);
	return sum;
}

static void meet(const struct experts *m, int64_t e, const uint16_t *x, uint16_t *h,
		 float weight, float *sum)
{
	int64_t width = m->p[WIDTH], inner = m->p[INNER];
	const uint16_t *w1 = m->w1 + e * inner * width, *w3 = m->w3 + e * inner * width;
	const uint16_t *w2 = m->w2 + e * inner * width;

	for (int64_t i = 0; i < inner; i++) {
		float g = dot_rows(w1 + i * width, x, width);

		h[i] = to_bf16(g / (1 + expf(-g)) * dot_rows(w3 + i * width, x, width));
	}
	for (int64_t c = 0; c < width; c++)
		sum[c] += weight * dot_rows(w2 + c * inner, h, inner);
}

static int run(const struct aisp_io *io, void *state)
{
	struct experts m = experts_of(io);
	const int32_t *ids = io->out[IDS].data;
	int64_t n = m.p[TOKENS], k = m.p[K], width = m.p[WIDTH];
	uint16_t *y = io->out[Y].data;

	(void)state;
	route_all(io, &m);
	memset(m.sum, 0, sizeof(*m.sum) * (size_t)(n * width));
	for (int64_t e = 0; e < m.p[EXPERTS]; e++)
		for (int64_t i = 0; i < n * k; i++)
			if (ids[i] == e)
				meet(&m, e, m.x + i / k * width, (uint16_t *)m.scratch,
				     m.weight[i], m.sum + i / k * width);
	for (int64_t i = 0; i < n * width; i++)
		y[i] = to_bf16(m.sum[i]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "expert after expert, a dot product a number",
	.run = run,
};
