/* SPDX-License-Identifier: MIT
 *
 * What collectives in rounds share: each rank counts its finished rounds in its signal
 * 0, and a rank that needs one of these rounds waits for that rank alone.
 */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <aisp/ranks.h>
#include <stdbool.h>
#include <string.h>

/* Elements [from, to) of a vector. */
struct range {
	int64_t from, to;
};

/* Tells peers that this rank's window holds its data after `number` rounds. */
static inline void finish_round(const struct aisp_ranks *r, int number)
{
	aisp_signal_set(r, r->rank, 0, (uint32_t)number);
}

static inline void await_round(const struct aisp_ranks *r, int rank, int number)
{
	aisp_signal_wait(r, rank, 0, (uint32_t)number);
}

static inline void copy_range(float *restrict to, const float *restrict from,
			      struct range part)
{
	memcpy(to + part.from, from + part.from,
	       (size_t)(part.to - part.from) * sizeof(float));
}

/* sum = a + b; sum may be a. */
static inline void add_range(float *sum, const float *a, const float *restrict b,
			     struct range part)
{
	for (int64_t i = part.from; i < part.to; i++)
		sum[i] = a[i] + b[i];
}

#endif
