/* SPDX-License-Identifier: MIT
 *
 * Experts' ranks pack rows by destination rank, each rank receives those for it, and
 * then adds them up: the reverse of dispatch.
 * FLAGS: -O3
 */
#include "workload_moe_combine.h"

#include "rows_moe_combine.h"

/* Packs the rows for each rank, by expert, into the window. */
static void pack(const struct aisp_io *io)
{
	int64_t w = io->param[WIDTH], experts = io->param[EXPERTS];
	float *to = shown_rows(io, io->ranks->rank);

	for (int rank = 0; rank < io->ranks->n; rank++) {
		const float *from = aisp_in_f32(io, ROWS_IN);

		for (int64_t e = io->ranks->rank * experts;
		     e < (io->ranks->rank + 1) * experts; e++) {
			int64_t n = counts_of(io, rank)[e];

			copy_rows(io, to, from + rows_before(io, e, rank) * w, n);
			to += n * w;
			from += rows_before(io, e, io->ranks->n) * w;
		}
	}
}

/* Copies this rank's rows from all windows to `to`, by expert.  Returns their end. */
static float *receive(const struct aisp_io *io, int rank, float *to, const float **next)
{
	int64_t w = io->param[WIDTH], experts = io->param[EXPERTS], at = 0, n = 0;

	for (int64_t e = rank * experts; e < (rank + 1) * experts; e++) {
		at += rows_before(io, e, io->ranks->rank);
		next[e] = to + n * w;
		n += counts_of(io, io->ranks->rank)[e];
	}
	copy_rows(io, to, shown_rows(io, rank) + at * w, n);
	return to + n * w;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *next[MOST_EXPERTS];
	float *to = io->workspace;

	(void)state;
	show_counts(io);
	aisp_rank_barrier(io->ranks, 1);
	pack(io);
	aisp_rank_barrier(io->ranks, 2);
	for (int rank = 0; rank < io->ranks->n; rank++)
		to = receive(io, rank, to, next);
	sum_rows(io, next);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "pack, exchange, add up",
	.run = run,
};
