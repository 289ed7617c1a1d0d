/* SPDX-License-Identifier: MIT
 *
 * decode_tile.h - scores of decode_lanes.h, for each level of the instruction set
 * (aisp/each_level.h): 16 keys are a register, or as many as that takes.
 */
#define PARTS     (STEP / AISP_LANES)
#define vec       AISP_AT(vec)
#define vec_loose AISP_AT(vec_loose)

typedef float vec __attribute__((vector_size(4 * AISP_LANES)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose
	__attribute__((vector_size(4 * AISP_LANES), aligned(4), may_alias));

/* TILE queries and 16 keys, whose scores stay in registers. */
INLINE void AISP_AT(find_tile)(float (*restrict s)[STEP],
			       const float (*restrict q)[HEAD_DIM],
			       const float *restrict k)
{
	vec own[TILE][PARTS] = { { { 0 } } };

	for (int c = 0; c < HEAD_DIM; c++) {
		const vec_loose *keys = (const vec_loose *)(k + c * STEP);

#pragma GCC unroll 4
		for (int g = 0; g < TILE; g++)
#pragma GCC unroll 4
			for (int v = 0; v < PARTS; v++)
				own[g][v] += q[g][c] * keys[v];
	}
#pragma GCC unroll 4
	for (int g = 0; g < TILE; g++)
#pragma GCC unroll 4
		for (int v = 0; v < PARTS; v++)
			((vec_loose *)s[g])[v] = own[g][v];
}

/* All queries of a group meet n keys, which are turned, and values. */
INLINE void AISP_AT(meet_lanes)(struct online *x, int64_t group, const float *k,
				const float *v, int64_t n)
{
	for (int64_t g = 0; g < group; g += TILE) {
		float s[TILE][STEP];

		AISP_AT(find_tile)(s, x->q + g, k);
		for (int64_t i = g; i < group && i < g + TILE; i++)
			take(x, i, s[i - g], v, n);
	}
}

/* With lanes or without, like load_step(). */
INLINE void AISP_AT(meet_step)(struct online *x, int64_t group, const float *k,
			       const float *v, int64_t n, int is_lanes)
{
	if (is_lanes)
		AISP_AT(meet_lanes)(x, group, k, v, n);
	else
		meet(x, group, k, v, n);
}
