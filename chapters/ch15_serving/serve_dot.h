/* SPDX-License-Identifier: MIT
 *
 * serve_dot.h - one number of a layer, for each level of the instruction set
 * (aisp/each_level.h).
 */
#define PARTS (SUMS / AISP_LANES)
#define vec   AISP_AT(vec)

typedef float vec __attribute__((vector_size(4 * AISP_LANES), aligned(4), may_alias));

static float AISP_AT(dot)(const float *w, const float *x, int64_t n)
{
	vec part[PARTS] = { { 0 } };
	float sum = 0;
	int64_t j = 0;

	for (; j + SUMS <= n; j += SUMS)
		for (int k = 0; k < PARTS; k++)
			part[k] +=
				((const vec *)(w + j))[k] * ((const vec *)(x + j))[k];
	for (; j < n; j++)
		sum += w[j] * x[j];
	for (int k = 1; k < PARTS; k++)
		part[0] += part[k];
	for (int k = 0; k < AISP_LANES; k++)
		sum += part[0][k];
	return sum;
}
