/* SPDX-License-Identifier: MIT
 *
 * net_stored.h - keeps the inputs of all layers, and the slopes at all sums.
 */
#include "net_run.h"

/* z: a level for each layer; behind them, what all but the first one take. */
static inline void learn_rows(struct pass *t, float *z)
{
	int64_t layers = t->io->param[LAYERS], level = t->level;
	float *made = z + layers * level;
	const float *h = rows_of(t, X);

	for (int64_t l = 0; l < layers; l++, z += level, made += level) {
		by_weights(t, z, h, weights_of(t, l));
		if (l + 1 < layers)
			silu_once(made, z, level);
		else
			to_slopes(z, level);
		h = made;
	}
	begin_back(t);
	for (int64_t l = layers - 1; l >= 0; l--) {
		z -= level;
		made -= level;
		go_back(t, l, l ? made - level : rows_of(t, X), z);
	}
}

/* A run(): the batch in parts of n rows. */
static inline int learn_parts(const struct aisp_io *io, void *state, int64_t n)
{
	int64_t rows = io->param[ROWS];
	struct pass t;
	float *z = lay_out(&t, io, n);

	(void)state;
	for (int64_t i = 0; i < rows; i += n) {
		begin_rows(&t, i, rows - i < n ? rows - i : n);
		learn_rows(&t, z);
	}
	return 0;
}
