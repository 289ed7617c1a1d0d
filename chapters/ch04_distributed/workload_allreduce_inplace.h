/* SPDX-License-Identifier: MIT
 *
 * All-reduce in place: the sums over all ranks overwrite this rank's terms, as with
 * gradients that are not needed any more.  All ranks get the same bits.
 */
#include <aisp/rank_sums.h>
#include <aisp/ranks.h>

enum { RANKS, ELEMS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];

	aisp_add_inout(pr, (struct aisp_spec){ .name = "x",
					       .dtype = AISP_F32,
					       .rank = 2,
					       .shape = { p[RANKS], n },
					       .part = { AISP_PART_RANKS },
					       .by_element = 1 });
	aisp_set_all_reduce(pr, p[RANKS], n);
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->param[RANKS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce between processes, in place",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [ELEMS] = { "elems", 4099, 1 << 20, 1 << 23, "of each rank" } },
	.problem = problem,
	.reference = aisp_sum_of_ranks,
	.invariant = invariant,
};
