/* SPDX-License-Identifier: MIT
 *
 * normalise_row.h - a row's sum of squares, and the row scaled, for each level of the
 * instruction set (aisp/each_level.h): with SUMS vectors of MOST_WIDTH, or of the
 * level's width if that is less.
 */
#define WIDTH (MOST_WIDTH < AISP_LANES ? MOST_WIDTH : AISP_LANES)
#define vec   AISP_AT(vec)

typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias, aligned(4)));

static float AISP_AT(sum_squares)(const float *x, int64_t n)
{
	vec sum[SUMS] = { 0 };
	float total = 0;
	int64_t j = 0;

	for (; j + SUMS * WIDTH <= n; j += SUMS * WIDTH)
		for (int s = 0; s < SUMS; s++) {
			vec v = *(const vec *)(x + j + s * WIDTH);

			sum[s] += v * v;
		}
	for (; j < n; j++)
		total += x[j] * x[j];
	for (int s = 0; s < SUMS; s++)
		for (int i = 0; i < WIDTH; i++)
			total += sum[s][i];
	return total;
}

static void AISP_AT(scale_row)(const float *x, const float *restrict g, int64_t n,
			       float scale, float *restrict y)
{
	for (int64_t j = 0; j < n; j++)
		y[j] = x[j] * scale * g[j];
}
