/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_product.h - a product whose sums stay in registers, of matrices that
 * lie any way: five of them make a tile of the backward pass.  For each level of the
 * instruction set (aisp/each_level.h).
 */
#define COLS      (2 * AISP_LANES) /* of a product that stay in registers, of ROWS rows */
#define ROWS      4
#define vec       AISP_AT(vec)
#define vec_loose AISP_AT(vec_loose)

typedef float vec __attribute__((vector_size(4 * AISP_LANES)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose
	__attribute__((vector_size(4 * AISP_LANES), aligned(4), may_alias));

/* sum += a b, of ROWS rows and COLS columns. */
static inline __attribute__((always_inline)) void
AISP_AT(add_terms)(vec sum[ROWS][2], const float *a, int64_t row, int64_t term,
		   const float *b, int64_t b_row, int64_t n_terms)
{
	for (int64_t t = 0; t < n_terms; t++) {
		vec low = *(const vec_loose *)(b + t * b_row);
		vec high = *(const vec_loose *)(b + t * b_row + AISP_LANES);

#pragma GCC unroll 4
		for (int k = 0; k < ROWS; k++) {
			sum[k][0] += a[k * row + t * term] * low;
			sum[k][1] += a[k * row + t * term] * high;
		}
	}
}

/*
 * to[r][c] (+)= sum over t of a_rt b_tc, a_rt at a[r * row + t * term], for SIDE rows
 * r. Sums stay in registers.
 */
static inline __attribute__((always_inline)) void
AISP_AT(product)(float *to, int64_t to_row, const float *a, int64_t row, int64_t term,
		 const float *b, int64_t b_row, int64_t n_columns, int64_t n_terms,
		 int is_added)
{
	for (int64_t r = 0; r < SIDE; r += ROWS)
		for (int64_t c = 0; c < n_columns; c += COLS) {
			vec sum[ROWS][2] = { { { 0 } } };

#pragma GCC unroll 4
			for (int k = 0; k < ROWS && is_added; k++) {
				const float *at = to + (r + k) * to_row + c;

				sum[k][0] = *(const vec_loose *)at;
				sum[k][1] = *(const vec_loose *)(at + AISP_LANES);
			}
			AISP_AT(add_terms)
			(sum, a + r * row, row, term, b + c, b_row, n_terms);
#pragma GCC unroll 4
			for (int k = 0; k < ROWS; k++) {
				float *at = to + (r + k) * to_row + c;

				*(vec_loose *)at = sum[k][0];
				*(vec_loose *)(at + AISP_LANES) = sum[k][1];
			}
		}
}
