/* SPDX-License-Identifier: MIT
 *
 * vectors_kernel.h - rows of vectors_shapes.h, for each level of the instruction set
 * (aisp/each_level.h).
 */
#define PARTS     (LANES / AISP_LANES)
#define vec       AISP_AT(vec)
#define ivec      AISP_AT(ivec)
#define vec_loose AISP_AT(vec_loose)

typedef float vec __attribute__((vector_size(4 * AISP_LANES)));
typedef int32_t ivec __attribute__((vector_size(4 * AISP_LANES)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose
	__attribute__((vector_size(4 * AISP_LANES), aligned(4), may_alias));

static inline __attribute__((always_inline)) void
AISP_AT(normalise_vectors)(float *y, const float *x, int n, int vectors)
{
	static const int32_t counted[LANES] = { 0, 1, 2,  3,  4,  5,  6,  7,
						8, 9, 10, 11, 12, 13, 14, 15 };
	vec v[MOST_VECTORS * PARTS], sum = { 0 };
	ivec lane;
	float all = 0;

	memcpy(&lane, counted, sizeof(lane));
	for (int i = 0; i < vectors * PARTS; i++) {
		ivec whole = (ivec) * (const vec_loose *)(x + i * AISP_LANES);

		v[i] = (vec)(whole & (lane < n - i * AISP_LANES));
		sum += v[i] * v[i];
	}
	for (int k = 0; k < AISP_LANES; k++)
		all += sum[k];
	all = 1 / sqrtf(all / (float)n + EPSILON);
	for (int i = 0; i < vectors * PARTS; i++)
		*(vec_loose *)(y + i * AISP_LANES) = v[i] * all;
}

/* Normalises a row, in a kernel for the number of vectors that it needs. */
static inline void AISP_AT(normalise_bucket)(float *y, const float *x, int n)
{
	switch ((n + LANES - 1) / LANES) {
	case 1:
		AISP_AT(normalise_vectors)(y, x, n, 1);
		break;
	case 2:
		AISP_AT(normalise_vectors)(y, x, n, 2);
		break;
	case 3:
		AISP_AT(normalise_vectors)(y, x, n, 3);
		break;
	default:
		AISP_AT(normalise_vectors)(y, x, n, MOST_VECTORS);
		break;
	}
}

static inline void AISP_AT(normalise_padded)(float *y, const float *x, int n)
{
	AISP_AT(normalise_vectors)(y, x, n, MOST_VECTORS);
}
