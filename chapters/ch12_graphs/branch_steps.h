/* SPDX-License-Identifier: MIT
 *
 * branch_steps.h - the four kernels, and the one before them, which also say what comes
 * next: to whom, is the variant's.
 */
#ifndef BRANCH_STEPS_H
#define BRANCH_STEPS_H

#include <aisp/cuda.h>

#define THREADS 256

static __device__ uint32_t index_here(void)
{
	return blockIdx.x * THREADS + threadIdx.x;
}

/* tell(kind) hears of the next step, from one thread. */
template <class Tell>
static __device__ void begin_all(uint32_t *to, const uint32_t *from, int64_t n,
				 Tell tell)
{
	uint32_t i = index_here();

	if (i < n)
		to[i] = from[i];
	if (i == 0)
		tell(kind_after(from[0]));
}

template <class Tell>
static __device__ void step_all(uint32_t *x, int64_t n, uint32_t kind, Tell tell)
{
	uint32_t i = index_here(), y;

	if (i >= n)
		return;
	y = step_of(kind, x[i], i);
	x[i] = y;
	if (i == 0)
		tell(kind_after(y));
}

static unsigned blocks_of(const struct aisp_io *io)
{
	return (unsigned)aisp_ceil_div(io->param[N], THREADS);
}

#endif
