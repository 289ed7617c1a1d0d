/* SPDX-License-Identifier: MIT
 *
 * allreduce_bf16.h - what the contracts of all-reduces of bf16 share: every rank ends
 * with the sum of what all ranks had.  Partial sums may be in fp32, or rounded to bf16
 * as in NCCL, whose ranks send them on.  The sums must be the same bits at all ranks.
 *
 * Windows have room for all that a rank may be sent at once, and are zero before a
 * call.
 */
#ifndef ALLREDUCE_BF16_H
#define ALLREDUCE_BF16_H

#include <aisp/bf16.h>
#include <aisp/rank_sums.h>
#include <aisp/ranks.h>
#include <aisp/workload.h>

enum { RANKS, ELEMS };

/* The largest number of elements that may be sent in packets with flags, which take
 * twice the room. */
#define PACKETS_MOST_ELEMS ((int64_t)1 << 20)

static inline size_t window_for(int64_t ranks, int64_t n)
{
	size_t sent = (size_t)(ranks > 1 ? ranks - 1 : 1) * ((size_t)n * 2 + 4096);

	return n <= PACKETS_MOST_ELEMS ? 2 * sent : sent;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];

	aisp_add_of_ranks(pr, AISP_BF16, p[RANKS], n);
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = window_for(p[RANKS], n);
	pr->ranks.peers_write = 1;
	pr->ranks.is_zero = 1;
	pr->ranks.is_sum = 1;
	pr->ranks.size_bytes = 2.0 * (double)n;
	pr->ranks.wire_bytes = 4.0 * (double)((p[RANKS] - 1) * n) / (double)p[RANKS];
	pr->flops = (double)((p[RANKS] - 1) * n);
	pr->bytes = 4.0 * (double)(p[RANKS] * n);
	pr->error_c = AISP_BF16_ONCE;
}

/*
 * What partial sums add to the magnitude, in terms' magnitudes, so that their errors
 * stay within a quarter of the bound: half a unit roundoff of bf16 for each, and those
 * of sums in fp32.
 */
static inline double share_of_partials(int64_t ranks)
{
	double rounded = ranks > 2 ? 0.5 * (double)(ranks - 2) : 0;

	return rounded + aisp_bf16_share(aisp_error_sum(ranks)) / AISP_BF16_ONCE;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t ranks = io->in[0].shape[0], row = io->in[0].shape[1];
	double share = share_of_partials(ranks);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		double terms = 0;

		ref[e] = 0;
		for (int64_t r = 0; r < ranks; r++) {
			double x =
				aisp_bf16_at(&io->in[0], r * row + (first + e) % row);

			ref[e] += x;
			terms += fabs(x);
		}
		mag[e] = fabs(ref[e]) + share * terms;
	}
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->out[0].shape[0]);
}

#endif
