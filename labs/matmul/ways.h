/* SPDX-License-Identifier: MIT
 *
 * ways.h - the kernels that a matrix product may be given to, and their tiles: the list
 * from which the choice is made and the kernels are compiled.
 */
#ifndef WAYS_H
#define WAYS_H

#include <stdbool.h>

/*
 * SPLIT, tokens, rows, per_sm, boxes: one tile a cluster, whose blocks divide k.
 * SLAB, tokens, rows, in_turn, down: blocks that stay, tiles of weights by tokens.
 * SHAPE, tokens, columns, in_turn, down: blocks that stay, tiles of tokens by weights.
 */
#define WAYS(W)                                                                        \
	W(SPLIT, 8, 64, 1, 4), W(SPLIT, 16, 64, 1, 4), W(SPLIT, 32, 64, 1, 4),         \
		W(SPLIT, 48, 64, 1, 4), W(SPLIT, 64, 64, 1, 2),                        \
		W(SPLIT, 80, 64, 1, 1), W(SPLIT, 96, 64, 1, 1),                        \
		W(SPLIT, 112, 64, 1, 1), W(SPLIT, 128, 64, 1, 1),                      \
		W(SPLIT, 144, 64, 1, 1), W(SPLIT, 160, 64, 1, 1),                      \
		W(SPLIT, 8, 64, 2, 2), W(SPLIT, 16, 64, 2, 2), W(SPLIT, 32, 64, 2, 2), \
		W(SPLIT, 8, 128, 1, 2), W(SPLIT, 16, 128, 1, 2),                       \
		W(SPLIT, 32, 128, 1, 2), W(SPLIT, 48, 128, 1, 1),                      \
		W(SPLIT, 64, 128, 1, 1), W(SPLIT, 80, 128, 1, 1),                      \
		W(SPLIT, 96, 128, 1, 1), W(SPLIT, 112, 128, 1, 1),                     \
		W(SPLIT, 128, 128, 1, 1), W(SPLIT, 144, 128, 1, 1),                    \
		W(SPLIT, 160, 128, 1, 1), W(SPLIT, 176, 128, 1, 1),                    \
		W(SPLIT, 192, 128, 1, 1), W(SPLIT, 208, 128, 1, 1),                    \
		W(SPLIT, 224, 128, 1, 1), W(SPLIT, 256, 128, 1, 1),                    \
		W(SPLIT, 8, 256, 1, 1), W(SPLIT, 16, 256, 1, 1),                       \
		W(SPLIT, 32, 256, 1, 1), W(SPLIT, 48, 256, 1, 1),                      \
		W(SPLIT, 64, 256, 1, 1), W(SPLIT, 80, 256, 1, 1),                      \
		W(SPLIT, 96, 256, 1, 1), W(SPLIT, 112, 256, 1, 1),                     \
		W(SPLIT, 128, 256, 1, 1), W(SLAB, 64, 128, true, 2),                   \
		W(SLAB, 80, 128, true, 2), W(SLAB, 96, 128, true, 2),                  \
		W(SLAB, 112, 128, true, 2), W(SLAB, 128, 128, true, 2),                \
		W(SLAB, 144, 128, true, 2), W(SLAB, 160, 128, true, 2),                \
		W(SLAB, 176, 128, true, 2), W(SLAB, 192, 128, true, 2),                \
		W(SLAB, 160, 128, false, 2), W(SLAB, 176, 128, false, 2),              \
		W(SLAB, 208, 128, false, 2), W(SLAB, 224, 128, false, 2),              \
		W(SLAB, 240, 128, false, 2), W(SLAB, 256, 128, false, 2),              \
		W(SLAB, 80, 256, false, 1), W(SLAB, 96, 256, false, 1),                \
		W(SLAB, 112, 256, false, 1), W(SLAB, 128, 256, false, 1),              \
		W(SLAB, 144, 256, false, 1), W(SLAB, 160, 256, false, 1),              \
		W(SLAB, 176, 256, false, 1), W(SLAB, 192, 256, false, 1),              \
		W(SLAB, 208, 256, false, 1), W(SHAPE, 128, 256, false, 2),             \
		W(SHAPE, 128, 256, false, 1), W(SHAPE, 128, 192, true, 2),             \
		W(SHAPE, 128, 192, true, 1), W(SHAPE, 128, 160, true, 2),              \
		W(SHAPE, 128, 160, true, 1), W(SHAPE, 128, 128, true, 2),              \
		W(SHAPE, 128, 128, true, 1), W(SHAPE, 128, 64, false, 2),              \
		W(SHAPE, 128, 64, false, 1), W(SHAPE, 128, 80, false, 2),              \
		W(SHAPE, 128, 80, false, 1), W(SHAPE, 128, 96, false, 2),              \
		W(SHAPE, 128, 96, false, 1), W(SHAPE, 128, 112, false, 2),             \
		W(SHAPE, 128, 112, false, 1), W(SHAPE, 128, 128, false, 2),            \
		W(SHAPE, 128, 128, false, 1), W(SHAPE, 128, 160, false, 2),            \
		W(SHAPE, 128, 160, false, 1), W(SHAPE, 128, 192, false, 2),            \
		W(SHAPE, 128, 192, false, 1), W(SHAPE, 128, 224, false, 2),            \
		W(SHAPE, 128, 224, false, 1), W(SHAPE, 128, 96, true, 2),              \
		W(SHAPE, 128, 96, true, 1)

enum way_kind { WAY_SPLIT, WAY_SLAB, WAY_SHAPE };

/* `turns` is per_sm or in_turn, `more` boxes or down. */
struct way {
	enum way_kind kind;
	int tokens, rows, turns, more;
};

#define WAY_OF(kind, ...)                                                              \
	{                                                                              \
		WAY_##kind, __VA_ARGS__                                                \
	}

static const struct way ways[] = { WAYS(WAY_OF) };

#define N_WAYS ((int)(sizeof(ways) / sizeof(*ways)))

#endif
