/* SPDX-License-Identifier: MIT
 *
 * net_again.h - keeps the sums z of one segment of layers, and the input of each later
 * segment.  The backward pass computes everything else again.
 */
#include "net_run.h"

struct again {
	struct pass pass;
	int64_t n_layers; /* of a segment */
	float *z;         /* their sums */
	float *h;         /* what a layer takes, made again from the sums before */
	float *begin;     /* what segments take, from the second one on */
};

static inline const float *segment_takes(const struct again *a, int64_t segment)
{
	if (!segment)
		return rows_of(&a->pass, X);
	return a->begin + (segment - 1) * a->pass.level;
}

static inline float *sums_of(const struct again *a, int64_t layer)
{
	return a->z + layer % a->n_layers * a->pass.level;
}

static inline const float *layer_takes(const struct again *a, int64_t layer)
{
	if (layer % a->n_layers == 0)
		return segment_takes(a, layer / a->n_layers);
	silu(a->h, sums_of(a, layer - 1), a->pass.level);
	return a->h;
}

/* The same on the way back, where sums are needed for their slopes alone. */
static inline const float *took(const struct again *a, int64_t layer)
{
	if (layer % a->n_layers == 0)
		return segment_takes(a, layer / a->n_layers);
	silu_once(a->h, sums_of(a, layer - 1), a->pass.level);
	return a->h;
}

static inline void go_there(const struct again *a, int64_t first, int64_t end)
{
	for (int64_t l = first; l < end; l++)
		by_weights(&a->pass, sums_of(a, l), layer_takes(a, l),
			   weights_of(&a->pass, l));
}

/* A run(): the whole batch, n_layers of a segment. */
static inline int learn_again(const struct aisp_io *io, void *state, int64_t n_layers)
{
	int64_t layers = io->param[LAYERS], rows = io->param[ROWS], first = 0;
	struct again a = { .n_layers = n_layers };

	(void)state;
	a.z = lay_out(&a.pass, io, rows);
	begin_rows(&a.pass, 0, rows);
	a.h = a.z + n_layers * a.pass.level;
	a.begin = a.h + a.pass.level;
	for (; first + n_layers < layers; first += n_layers) {
		int64_t next = first + n_layers;

		go_there(&a, first, next);
		silu(a.begin + first / n_layers * a.pass.level, sums_of(&a, next - 1),
		     a.pass.level);
	}
	begin_back(&a.pass);
	for (int64_t end = layers; first >= 0; end = first, first -= n_layers) {
		go_there(&a, first, end);
		to_slopes(sums_of(&a, end - 1), a.pass.level);
		for (int64_t l = end - 1; l >= first; l--)
			go_back(&a.pass, l, took(&a, l), sums_of(&a, l));
	}
	return 0;
}
