/* SPDX-License-Identifier: MIT
 *
 * product_kernel.h - the tiles of product_tile.h, for each level of the instruction
 * set (aisp/each_level.h): 16 columns are a register, or as many as that takes.
 */
#define PARTS     (TILE_COLS / AISP_LANES)
#define vec       AISP_AT(vec)
#define vec_loose AISP_AT(vec_loose)

typedef float vec __attribute__((vector_size(4 * AISP_LANES)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose
	__attribute__((vector_size(4 * AISP_LANES), aligned(4), may_alias));

static inline void AISP_AT(pack_columns)(const struct product *x, int64_t j, vec *to)
{
	for (int64_t p = 0; p < x->k; p++)
		for (int v = 0; v < PARTS; v++)
			*to++ = ((const vec_loose *)(x->b + p * x->n + j))[v];
}

static inline __attribute__((always_inline)) void AISP_AT(tile)(const struct product *x,
								int64_t i, int64_t j,
								const float *tiles,
								const vec *b)
{
	const float *a = tiles + i * x->k;
	float *c = x->c + i * x->n + j;
	vec sum[TILE_ROWS][PARTS];

#pragma GCC unroll 6
	for (int r = 0; r < TILE_ROWS; r++)
#pragma GCC unroll 4
		for (int v = 0; v < PARTS; v++) {
			sum[r][v] = (vec){ 0 };
			if (x->is_added)
				sum[r][v] = ((const vec_loose *)(c + r * x->n))[v];
		}
	for (int64_t p = 0; p < x->k; p++)
#pragma GCC unroll 6
		for (int r = 0; r < TILE_ROWS; r++)
#pragma GCC unroll 4
			for (int v = 0; v < PARTS; v++)
				sum[r][v] += a[p * TILE_ROWS + r] * b[p * PARTS + v];
#pragma GCC unroll 6
	for (int r = 0; r < TILE_ROWS; r++)
#pragma GCC unroll 4
		for (int v = 0; v < PARTS; v++)
			((vec_loose *)(c + r * x->n))[v] = sum[r][v];
}

/* Rows of A meet 16 columns of B, which stay in the first-level cache meanwhile. */
static void AISP_AT(multiply)(const struct product *x)
{
	int64_t m = x->m / TILE_ROWS * TILE_ROWS, n = x->n / TILE_COLS * TILE_COLS;
	vec *columns = (vec *)x->room;
	float *tiles = x->room + TILE_COLS * x->k;

	pack_rows(x, m, tiles);
	for (int64_t j = 0; j < n; j += TILE_COLS) {
		AISP_AT(pack_columns)(x, j, columns);
		for (int64_t i = 0; i < m; i += TILE_ROWS)
			AISP_AT(tile)(x, i, j, tiles, columns);
	}
	for (int64_t i = n < x->n ? 0 : m; i < x->m; i++)
		edge(x, i, i < m ? n : 0);
}
