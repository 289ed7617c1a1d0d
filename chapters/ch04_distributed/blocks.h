/* SPDX-License-Identifier: MIT
 *
 * What collectives of blocks share: the specs of their tensors.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <aisp/ranks.h>
#include <aisp/workload.h>

enum { RANKS, ELEMS };

#define BLOCK_PARAMS                                                                   \
	{                                                                              \
		[RANKS] = { "ranks", 2, 2, 4, "processes" }, [ELEMS] = { "elems",      \
									 4099,         \
									 1 << 19,      \
									 1 << 21,      \
									 "of a block", \
									 1 << 24 },    \
	}

/* The spec of what each rank has or gets: n_blocks blocks of elems numbers. */
static inline struct aisp_spec blocks_spec(const char *name, const int64_t *p,
					   int64_t n_blocks)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_F32,
				   .rank = 2,
				   .shape = { p[RANKS], n_blocks * p[ELEMS] },
				   .part = { AISP_PART_RANKS },
				   .by_element = 1 };
}

/* Room for a rank's inputs, which peers read, or for a block that each peer writes;
 * blocks may begin at multiples of a cache line. */
static inline size_t blocks_window(const int64_t *p, int64_t n_in)
{
	int64_t n = n_in > p[RANKS] - 1 ? n_in : p[RANKS] - 1;

	return (size_t)n * ((size_t)p[ELEMS] * sizeof(float) + 64);
}

/* The problem of collectives with n_in blocks of input and n_out of output per rank. */
static inline void blocks_problem(const int64_t *p, struct aisp_problem *pr,
				  int64_t n_in, int64_t n_out)
{
	aisp_add_in(pr, blocks_spec("x", p, n_in));
	aisp_add_out(pr, blocks_spec("y", p, n_out));
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = blocks_window(p, n_in);
	pr->ranks.peers_write = 1;
	pr->ranks.size_bytes = 4.0 * (double)(p[ELEMS] * (n_in > n_out ? n_in : n_out));
	pr->ranks.wire_bytes = 4.0 * (double)((p[RANKS] - 1) * p[ELEMS]);
	pr->bytes = 4.0 * (double)(p[RANKS] * p[ELEMS] * (n_in + n_out));
}

#endif
