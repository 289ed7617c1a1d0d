/* SPDX-License-Identifier: MIT
 *
 * Buckets of one size, which begin and end anywhere in a tensor.  A bucket is large
 * enough to be worth a wait, and small enough to stay in a cache between the steps of
 * its all-reduce (S. Li and others, PyTorch Distributed, 2020).
 */
#include "workload_buckets.h"

#include "reduce_behind.h"

#define BUCKET_ELEMS 32768

static struct range range(const struct aisp_io *io, int64_t piece)
{
	int64_t n = all_elems(io->param), from = piece * BUCKET_ELEMS;

	return (struct range){ from,
			       n - from < BUCKET_ELEMS ? n : from + BUCKET_ELEMS };
}

static void make(const struct aisp_io *io, int64_t piece)
{
	const struct aisp_ranks *r = io->ranks;

	copy_range(r->window[r->rank], aisp_in_f32(io, X), range(io, piece));
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = all_elems(io->param);
	const struct pieces p = { io, (n + BUCKET_ELEMS - 1) / BUCKET_ELEMS, range,
				  make };

	(void)state;
	reduce_behind(&p);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "buckets of 128 KiB, each summed while the next is published",
	.run = run,
};
