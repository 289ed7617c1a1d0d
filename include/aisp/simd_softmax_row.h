/* SPDX-License-Identifier: MIT
 *
 * simd_softmax_row.h - the passes over a row of simd_softmax.h, for each level of the
 * instruction set (aisp/each_level.h): four vectors at once, so that none waits for the
 * one before.
 */
#define WIDTH AISP_LANES
#define AHEAD 4
#define vec   AISP_AT(softmax_vec)
#define ivec  AISP_AT(softmax_ivec)

typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias, aligned(4)));
typedef int32_t ivec __attribute__((vector_size(4 * WIDTH), may_alias, aligned(4)));

static inline __attribute__((always_inline)) vec AISP_AT(softmax_larger)(vec a, vec b)
{
#if defined(__x86_64__) && AISP_LANES == 16
	return (vec)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__x86_64__) && AISP_LANES == 8
	return (vec)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__x86_64__)
	return (vec)_mm_max_ps((__m128)a, (__m128)b);
#else
	return (vec)(((ivec)a & (a > b)) | ((ivec)b & ~(a > b)));
#endif
}

AISP_EXP2(AISP_AT(softmax_power), vec, ivec, AISP_AT(softmax_larger))

static float AISP_AT(softmax_largest)(const float *x, int64_t n)
{
	vec lane[AHEAD] = { 0 };
	float max = x[0];
	int64_t j = 0;

	for (int a = 0; a < AHEAD; a++)
		lane[a] += max;
	for (; j + AHEAD * WIDTH <= n; j += AHEAD * WIDTH)
		for (int a = 0; a < AHEAD; a++)
			lane[a] = AISP_AT(softmax_larger)(
				*(const vec *)(x + j + a * WIDTH), lane[a]);
	for (; j < n; j++)
		max = x[j] > max ? x[j] : max;
	for (int a = 0; a < AHEAD; a++)
		for (int l = 0; l < WIDTH; l++)
			max = lane[a][l] > max ? lane[a][l] : max;
	return max;
}

/* Their sum. */
static float AISP_AT(softmax_powers)(const float *x, int64_t n, float max, float *y)
{
	vec lane[AHEAD] = { 0 };
	float sum = 0;
	int64_t j = 0;

	for (; j + AHEAD * WIDTH <= n; j += AHEAD * WIDTH)
		for (int a = 0; a < AHEAD; a++) {
			vec t = (*(const vec *)(x + j + a * WIDTH) - max) * LOG2E;

			t = AISP_AT(softmax_power)(t);
			*(vec *)(y + j + a * WIDTH) = t;
			lane[a] += t;
		}
	for (; j < n; j++) {
		y[j] = aisp_exp2f((x[j] - max) * LOG2E);
		sum += y[j];
	}
	for (int a = 0; a < AHEAD; a++)
		for (int l = 0; l < WIDTH; l++)
			sum += lane[a][l];
	return sum;
}

static void AISP_AT(softmax_row)(const float *x, int64_t n, float *y)
{
	float factor =
		1 / AISP_AT(softmax_powers)(x, n, AISP_AT(softmax_largest)(x, n), y);

	for (int64_t j = 0; j < n; j++)
		y[j] *= factor;
}

#undef WIDTH
#undef AHEAD
#undef vec
#undef ivec
