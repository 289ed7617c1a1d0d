/* SPDX-License-Identifier: MIT
 *
 * dram.h - the arrays that every way to use DRAM streams through.
 */
#ifndef DRAM_H
#define DRAM_H

#include "bench.h"

#define DRAM_BUDGET 0.05 /* seconds of one way */

struct arrays {
	char *all, *a, *b, *c;
	size_t bytes; /* of each */
};

/* Bytes read and written in one pass. */
static inline double aisp_dram_amount(const struct arrays *m, enum aisp_gpu_path path)
{
	bool is_two = path == AISP_GPU_DRAM_COPY || path == AISP_GPU_DRAM_MEMCPY;

	return (double)m->bytes * (path == AISP_GPU_DRAM_TRIAD ? 3 : is_two ? 2 : 1);
}

/* Measure read, copy and fill by bulk copies, if the GPU has them.  Returns 0, or -1
 * with *err filled. */
int aisp_dram_bulk(struct bench *b, const struct arrays *m, struct aisp_err *err);

#endif
