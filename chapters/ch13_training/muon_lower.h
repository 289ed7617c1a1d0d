/* SPDX-License-Identifier: MIT
 *
 * muon_lower.h - half of a symmetric product, for each level of the instruction set
 * (aisp/each_level.h).
 */

/* x: rows from `first` on of a symmetric product; up to the diagonal, and some behind.
 */
static void AISP_AT(multiply_lower)(const struct product *x, int64_t first)
{
	int64_t m = x->m / TILE_ROWS * TILE_ROWS, n = x->n / TILE_COLS * TILE_COLS;
	AISP_AT(vec) *columns = (AISP_AT(vec) *)x->room;
	float *tiles = x->room + TILE_COLS * x->k;

	pack_rows(x, m, tiles);
	for (int64_t j = 0; j < n && j < first + m; j += TILE_COLS) {
		int64_t i = j > first ? (j - first) / TILE_ROWS * TILE_ROWS : 0;

		AISP_AT(pack_columns)(x, j, columns);
		for (; i < m; i += TILE_ROWS)
			AISP_AT(tile)(x, i, j, tiles, columns);
	}
	for (int64_t i = 0; i < x->m; i++)
		if (i >= m || (n < x->n && first + i >= n))
			edge(x, i, i < m ? n : 0);
}
