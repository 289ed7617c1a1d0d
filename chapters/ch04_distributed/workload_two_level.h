/* SPDX-License-Identifier: MIT
 *
 * All-reduce over nodes: every rank ends with the sum of what all ranks had.
 *
 * Ranks of a node share memory, nodes communicate by streams, which are slower: time
 * depends on how many bytes cross, and on how often one crossing waits for another.
 * The sums must be the same bits at all ranks.
 */
#include <aisp/links.h>
#include <aisp/rank_sums.h>

enum { NODES, RANKS, ELEMS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS], ranks = p[NODES] * p[RANKS];

	aisp_add_of_ranks(pr, AISP_F32, ranks, n);
	pr->ranks.n = (int)ranks;
	pr->ranks.n_nodes = (int)p[NODES];
	pr->ranks.window_bytes = (size_t)n * sizeof(float);
	pr->workspace_bytes = (size_t)(p[NODES] * n) * sizeof(float);
	pr->ranks.is_sum = 1;
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes = 8.0 * (double)((ranks - 1) * n) / (double)ranks;
	pr->flops = (double)((ranks - 1) * n);
	pr->bytes = 8.0 * (double)(ranks * n);
	pr->error_c = aisp_error_sum(ranks);
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->param[NODES] * io->param[RANKS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce between processes of several nodes",
	.n_params = 3,
	.params = { [NODES] = { "nodes", 2, 2, 2, "that streams join" },
		    [RANKS] = { "ranks", 2, 2, 2, "processes of each node" },
		    [ELEMS] = { "elems", 4099, 1 << 20, 1 << 23, "of each rank" } },
	.problem = problem,
	.reference = aisp_sum_of_ranks,
	.invariant = invariant,
};
