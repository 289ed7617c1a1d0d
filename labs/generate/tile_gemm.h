/* SPDX-License-Identifier: MIT
 *
 * tile_gemm.h - the tile of template_gemm.c, for each level of the instruction set
 * (aisp/each_level.h): of vectors of WIDTH, or of the level's if that are fewer.
 */
#define VECTOR  (WIDTH < AISP_LANES ? WIDTH : AISP_LANES)
#define VECTORS (NR / VECTOR)
#define vector  AISP_AT(vector)
#define add_row AISP_AT(add_row)
#define tile    AISP_AT(tile)

typedef float vector __attribute__((vector_size(4 * VECTOR), aligned(4), may_alias));

/* sum += column p of the rows of a times row p of the panel */
static inline __attribute__((always_inline)) void add_row(vector sum[MR][VECTORS],
							  const float *const a[MR],
							  const float *panel, int64_t p)
{
	const vector *row = (const vector *)(panel + p * NR);

	for (int i = 0; i < MR; i++)
		for (int j = 0; j < VECTORS; j++)
			sum[i][j] += a[i][p] * row[j];
}

/* out = rows a[0..MR) times the panel. */
static void tile(const float *const a[MR], const float *restrict panel, int64_t depth,
		 float out[MR][NR])
{
	vector sum[MR][VECTORS] = { { { 0 } } };
	int64_t p = 0;

	for (; p + UNROLL <= depth; p += UNROLL)
		for (int u = 0; u < UNROLL; u++)
			add_row(sum, a, panel, p + u);
	for (; p < depth; p++)
		add_row(sum, a, panel, p);
	for (int i = 0; i < MR; i++)
		for (int j = 0; j < VECTORS; j++)
			((vector *)out[i])[j] = sum[i][j];
}
