/* SPDX-License-Identifier: MIT
 *
 * rank_sums.h - what contracts of sums over ranks share: the reference of an
 * all-reduce, and the invariant that sums have the same bits at all ranks.  Ranks that
 * decode or train with sums that differ in the last place drift apart.
 */
#ifndef AISP_RANK_SUMS_H
#define AISP_RANK_SUMS_H

#include <aisp/packed.h>
#include <aisp/workload.h>
#include <string.h>

/* Of output 0, which lies there once for each of so many ranks. */
static inline const char *aisp_same_bits(const struct aisp_io *io, int64_t ranks)
{
	int64_t n = aisp_elems(&io->out[0]) / ranks;
	size_t bytes = aisp_type_bytes(io->out[0].dtype, n);
	const char *y = (const char *)io->out[0].data;

	for (int64_t r = 1; r < ranks; r++)
		if (memcmp(y, y + (size_t)r * bytes, bytes))
			return "ranks have sums of different bits";
	return NULL;
}

/* Input x and output y of n elements of a type at each of so many ranks. */
static inline void aisp_add_of_ranks(struct aisp_problem *pr, enum aisp_dtype dtype,
				     int64_t ranks, int64_t n)
{
	const struct aisp_spec x = { .name = "x",
				     .dtype = dtype,
				     .rank = 2,
				     .shape = { ranks, n },
				     .part = { AISP_PART_RANKS },
				     .by_element = 1 };
	struct aisp_spec y = x;

	y.name = "y";
	aisp_add_in(pr, x);
	aisp_add_out(pr, y);
}

/* An all-reduce of n elements in fp32 at each of so many ranks. */
static inline void aisp_set_all_reduce(struct aisp_problem *pr, int64_t ranks,
				       int64_t n)
{
	pr->ranks.n = (int)ranks;
	pr->ranks.window_bytes = (size_t)n * sizeof(float);
	pr->ranks.is_sum = 1;
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes = 8.0 * (double)((ranks - 1) * n) / (double)ranks;
	pr->flops = (double)((ranks - 1) * n);
	pr->bytes = 8.0 * (double)(ranks * n);
	pr->error_c = aisp_error_sum(ranks);
}

/* A reference(): of an output that is the sum of all ranks' input 0 at each of them. */
static inline void aisp_sum_of_ranks(const struct aisp_io *io, int o, int64_t first,
				     int64_t n, double *ref, double *mag)
{
	int64_t row = io->in[0].shape[1];
	const float *x = aisp_in_f32(io, 0);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = mag[e] = 0;
		for (int64_t r = 0; r < io->in[0].shape[0]; r++) {
			double a = (double)x[r * row + (first + e) % row];

			ref[e] += a;
			mag[e] += fabs(a);
		}
	}
}

#endif
