/* SPDX-License-Identifier: MIT
 *
 * All-reduce: every rank ends with the sum of what all ranks had.
 *
 * Ranks are processes.  The sums must be the same bits at all of them: a rank that
 * decodes or trains with sums that differ in the last place drifts from its peers.
 */
#include <aisp/rank_sums.h>
#include <aisp/ranks.h>

enum { RANKS, ELEMS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];

	aisp_add_of_ranks(pr, AISP_F32, p[RANKS], n);
	aisp_set_all_reduce(pr, p[RANKS], n);
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->param[RANKS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce between processes",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [ELEMS] = { "elems", 4099, 1 << 20, 1 << 23, "of each rank" } },
	.problem = problem,
	.reference = aisp_sum_of_ranks,
	.invariant = invariant,
};
