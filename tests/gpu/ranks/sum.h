/* SPDX-License-Identifier: MIT
 *
 * All-reduce between GPUs: every rank ends with the sum of all ranks' inputs, added in
 * the order of ranks.
 */
#ifndef RANKS_SUM_H
#define RANKS_SUM_H

#include <aisp/rank_sums.h>
#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <string.h>

enum { RANKS, ELEMS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];
	struct aisp_spec a = { "a", AISP_F32, 2, { p[RANKS], n } };
	struct aisp_spec sum = { "sum", AISP_F32, 2, { p[RANKS], n } };

	a.part[0] = sum.part[0] = AISP_PART_RANKS;
	aisp_add_in(pr, a);
	aisp_add_out(pr, sum);
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = (size_t)n * sizeof(float);
	pr->ranks.is_sum = 1;
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes = 8.0 * (double)((p[RANKS] - 1) * n) / (double)p[RANKS];
	pr->flops = (double)((p[RANKS] - 1) * n);
	pr->error_c = aisp_error_sum(p[RANKS]);
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->out[0].shape[0]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce between GPUs",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 2, "GPUs" },
		    [ELEMS] = { "elems", 4099, 1 << 20, 1 << 24, "of each rank",
				1 << 20 } },
	.problem = problem,
	.reference = aisp_sum_of_ranks,
	.invariant = invariant,
};

#endif
