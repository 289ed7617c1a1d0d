/* SPDX-License-Identifier: MIT
 *
 * parts.h - what the axes of a workload's tensors count, and shares of them
 * (aisp/workload.h).
 */
#ifndef AISP_PARTS_H
#define AISP_PARTS_H

#include <stdint.h>

/*
 * What an axis of an input counts, or what a whole input is.  If outputs are wrong, the
 * judge changes the part that a known shortcut would skip, and names the shortcut if
 * the variant's outputs do not change.
 */
enum aisp_part {
	AISP_PART_NONE,
	AISP_PART_BATCH,    /* axis: samples of a batch */
	AISP_PART_SEQUENCE, /* axis: positions of a sequence */
	AISP_PART_CACHE,    /* axis: slots of a cache of keys and values */
	AISP_PART_IMAGE,    /* axis: rows or columns of pixels */
	AISP_PART_STEPS,    /* axis: terms or times that a loop runs through */
	AISP_PART_NONZEROS, /* axis: stored elements of a sparse matrix */
	AISP_PART_RANKS,    /* axis, also of outputs: threads, processes or GPUs that
			       compute */
	AISP_PART_MASK,     /* whole: which pairs of positions count */
	AISP_PART_PATTERN,  /* whole: where the elements of a sparse matrix are */
};

/* Where part `part` of n elements begins, which are cut into n_parts. */
static inline int64_t aisp_part_begin(int64_t n, int64_t part, int64_t n_parts)
{
	return n / n_parts * part + n % n_parts * part / n_parts;
}

#endif
