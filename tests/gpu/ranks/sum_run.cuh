/* SPDX-License-Identifier: MIT
 *
 * All-reduce in one kernel: a block shows its elements, waits for the blocks of that
 * number at the peers, and adds theirs.
 */
#ifndef SUM_RUN_CUH
#define SUM_RUN_CUH

#include "sum.h"

#include "blocks.cuh"

static __device__ void add_shown(const struct aisp_ranks *r, float *y, int64_t i)
{
	float sum = ((const float *)r->window[0])[i];

	for (int k = 1; k < r->n; k++)
		sum += ((const float *)r->window[k])[i];
	y[i] = sum;
}

static __device__ inline void add_all(const struct aisp_ranks *r, float *y, int64_t n)
{
	for (int64_t i = first_elem(); i < n; i += elem_step())
		add_shown(r, y, i);
}

static __device__ inline void show(const struct aisp_ranks *r, const float *x,
				   int64_t n)
{
	for (int64_t i = first_elem(); i < n; i += elem_step())
		((float *)r->window[r->rank])[i] = x[i];
}

#endif
