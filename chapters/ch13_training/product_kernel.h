/* SPDX-License-Identifier: MIT
 *
 * product_kernel.h - the tiles of product_tile.h, for each level of the instruction
 * set (aisp/each_level.h): sums take 24 registers of 32, or 12 of 16.
 */
#define PARTS     (AISP_LANES == 16 ? 3 : 2) /* registers side by side */
#define TILE_ROWS (AISP_LANES == 16 ? 8 : 6)
#define TILE_COLS (PARTS * AISP_LANES)
#define vec       AISP_AT(vec)
#define vec_loose AISP_AT(vec_loose)

typedef float vec __attribute__((vector_size(4 * AISP_LANES)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose
	__attribute__((vector_size(4 * AISP_LANES), aligned(4), may_alias));

static inline int AISP_AT(parts_of)(int64_t cols)
{
	return cols >= TILE_COLS ? PARTS : (int)((cols + AISP_LANES - 1) / AISP_LANES);
}

/* Rows of B are whole registers, and not so far apart that a few sets of a cache take
 * them all. */
static inline int AISP_AT(is_in_order)(const struct product *x)
{
	return x->n % AISP_LANES == 0 && (uintptr_t)x->b % sizeof(vec) == 0 &&
	       x->n % 128 != 0;
}

/* Columns of B from j on, k rows from p on; what is no column is 0. */
static inline void AISP_AT(pack_columns)(const struct product *x, int64_t p, int64_t k,
					 int64_t j)
{
	int64_t parts = AISP_AT(parts_of)(x->n - j), cols = parts * AISP_LANES;
	int64_t n = x->n - j < cols ? x->n - j : cols;
	const float *b = x->b + p * x->n + j;
	vec *to = (vec *)x->room;

	for (int64_t i = 0; i < k; i++, b += x->n, to += parts)
		for (int v = 0; v < parts && n == cols; v++)
			to[v] = ((const vec_loose *)b)[v];
	for (int64_t i = 0; i < k * cols && n < cols; i++)
		x->room[i] =
			i % cols < n ? x->b[(p + i / cols) * x->n + j + i % cols] : 0;
}

static inline __attribute__((always_inline)) void AISP_AT(sum)(const struct tile *t,
							       int parts)
{
	const vec *b = (const vec *)t->b;
	const float *a = t->a;
	int64_t row = t->row;
	vec sum[TILE_ROWS][PARTS];

#pragma GCC unroll 8
	for (int r = 0; r < TILE_ROWS; r++)
#pragma GCC unroll 3
		for (int v = 0; v < parts; v++) {
			sum[r][v] = (vec){ 0 };
			if (t->is_added)
				sum[r][v] = ((const vec_loose *)(t->c + r * t->n))[v];
		}
	for (int64_t p = 0; p < t->k; p++, a += t->depth, b += t->step)
#pragma GCC unroll 8
		for (int r = 0; r < TILE_ROWS; r++)
#pragma GCC unroll 3
			for (int v = 0; v < parts; v++)
				sum[r][v] += a[r * row] * b[v];
#pragma GCC unroll 8
	for (int r = 0; r < TILE_ROWS; r++)
#pragma GCC unroll 3
		for (int v = 0; v < parts; v++)
			((vec_loose *)(t->c + r * t->n))[v] = sum[r][v];
}

static void AISP_AT(tile)(const struct tile *t, int parts)
{
	if (parts == PARTS)
		AISP_AT(sum)(t, PARTS);
	else if (parts == 2)
		AISP_AT(sum)(t, 2);
	else
		AISP_AT(sum)(t, 1);
}

/* A tile with only m rows and n columns, computed in copies of full size. */
static void AISP_AT(edge)(const struct tile *t, int parts, int64_t m, int64_t n)
{
	float a[DEPTH * TILE_ROWS];
	vec c[TILE_ROWS * PARTS] = { 0 };
	struct tile x = *t;

	x.c = (float *)c;
	x.n = TILE_COLS;
	for (int64_t r = 0; r < m && t->is_added; r++)
		memcpy(x.c + r * x.n, t->c + r * t->n, (size_t)n * sizeof(float));
	for (int64_t p = 0; p < t->k && m < TILE_ROWS; p++)
		for (int64_t r = 0; r < TILE_ROWS; r++)
			a[p * TILE_ROWS + r] =
				r < m ? t->a[r * t->row + p * t->depth] : 0;
	if (m < TILE_ROWS) {
		x.a = a;
		x.row = 1;
		x.depth = TILE_ROWS;
	}
	AISP_AT(tile)(&x, parts);
	for (int64_t r = 0; r < m; r++)
		memcpy(t->c + r * t->n, x.c + r * x.n, (size_t)n * sizeof(float));
}

/* Columns of the tile at row i and column j: of a lower half, those that it reaches. */
static inline int64_t AISP_AT(width)(const struct product *x, int64_t i, int64_t j)
{
	int64_t n = x->n - j, reached = x->first + i + TILE_ROWS - j;

	n = n < TILE_COLS ? n : TILE_COLS;
	reached = (reached + AISP_LANES - 1) / AISP_LANES * AISP_LANES;
	return x->is_lower && reached < n ? reached : n;
}

/* Tiles of some columns, of k terms from p on: all rows meet them. */
static void AISP_AT(columns)(const struct product *x, int64_t p, int64_t k, int64_t j)
{
	int64_t i = x->is_lower && j > x->first ? j - x->first : 0;
	int is_copied = !AISP_AT(is_in_order)(x);

	if (is_copied)
		AISP_AT(pack_columns)(x, p, k, j);
	for (i -= i % TILE_ROWS; i < x->m; i += TILE_ROWS) {
		int64_t m = x->m - i < TILE_ROWS ? x->m - i : TILE_ROWS;
		int64_t n = AISP_AT(width)(x, i, j);
		int parts = AISP_AT(parts_of)(n);
		struct tile t = { .c = x->c + i * x->n + j,
				  .a = x->a + i * x->row + p * x->depth,
				  .b = is_copied ? x->room : x->b + p * x->n + j,
				  .n = x->n,
				  .row = x->row,
				  .depth = x->depth,
				  .k = k,
				  .step = is_copied ? AISP_AT(parts_of)(x->n - j)
						    : (int)(x->n / AISP_LANES),
				  .is_added = x->is_added || p > 0 };

		if (m < TILE_ROWS || n < parts * AISP_LANES)
			AISP_AT(edge)(&t, parts, m, n);
		else
			AISP_AT(tile)(&t, parts);
	}
}

static void AISP_AT(multiply)(const struct product *x)
{
	int64_t end = x->n;

	if (x->is_lower && x->first + x->m < end)
		end = x->first + x->m;
	for (int64_t p = 0; p < x->k; p += DEPTH)
		for (int64_t j = 0; j < end; j += TILE_COLS)
			AISP_AT(columns)(x, p, x->k - p < DEPTH ? x->k - p : DEPTH, j);
}
