/* SPDX-License-Identifier: MIT
 *
 * patterns_prune24.h - the patterns, found once, and a choice for each block.
 */
#ifndef PATTERNS_PRUNE24_H
#define PATTERNS_PRUNE24_H

#include <errno.h>
#include <stdlib.h>

struct patterns {
	uint16_t mask[N_PATTERNS];
};

/* The variant defines it. */
static uint16_t choose(const float size[16], const struct patterns *all);

static int setup(const struct aisp_io *io, void **state)
{
	struct patterns *all = malloc(sizeof(*all));

	(void)io;
	*state = all;
	if (!all)
		return -ENOMEM;
	list_patterns(all->mask);
	return 0;
}

/* Stores the weights of a block that the mask keeps. */
static void store_left(const struct aisp_io *io, int64_t block, unsigned mask)
{
	int64_t cols = io->param[COLS], across = cols / SIDE;
	int64_t at = block / across * SIDE * cols + block % across * SIDE;
	const float *w = aisp_in_f32(io, W) + at;
	float *left = aisp_out_f32(io, LEFT) + at;

	for (int i = 0; i < 16; i++)
		left[i / SIDE * cols + i % SIDE] =
			mask >> i & 1 ? w[i / SIDE * cols + i % SIDE] : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	uint16_t *mask = (uint16_t *)io->out[MASK].data;

	for (int64_t b = 0; b < aisp_elems(&io->out[MASK]); b++) {
		float size[16];

		load_block(io, b, size);
		mask[b] = choose(size, state);
		store_left(io, b, mask[b]);
	}
	return 0;
}

#endif
