/* SPDX-License-Identifier: MIT
 *
 * branch_word.h - what is next, in a word.
 */
#ifndef BRANCH_WORD_H
#define BRANCH_WORD_H

#include "branch_steps.h"

struct put {
	uint32_t *kind;

	__device__ void operator()(uint32_t k) const
	{
		*kind = k;
	}
};

static __global__ void begin(uint32_t *to, const uint32_t *from, int64_t n,
			     uint32_t *next)
{
	begin_all(to, from, n, put{ next });
}

#endif
