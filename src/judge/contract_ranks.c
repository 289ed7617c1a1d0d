/* SPDX-License-Identifier: MIT */
#include <aisp/ranks.h>

#include "contract.h"
#include "device/layout.h"

static int check_slice(const struct aisp_spec *s, const char *kind, int n,
		       struct aisp_err *err)
{
	if (s->shape[0] % n)
		return aisp_err_usage(err,
				      "%s '%s': its first axis, of %lld, does not cut "
				      "into %d slices, one for each rank",
				      kind, s->name, (long long)s->shape[0], n);
	return 0;
}

int aisp_contract_check_ranks(const struct aisp_problem *pr, struct aisp_err *err)
{
	int n = pr->ranks.n;

	if (!n)
		return 0;
	if (n < 0 || n > AISP_MAX_RANKS)
		return aisp_err_usage(err, "%d ranks: there can be 1 to %d", n,
				      AISP_MAX_RANKS);
	if (pr->ranks.n_nodes < 0 || (pr->ranks.n_nodes > 1 && n % pr->ranks.n_nodes))
		return aisp_err_usage(
			err, "%d ranks do not lie on %d nodes, as many on each", n,
			pr->ranks.n_nodes);
	if (!(pr->ranks.size_bytes >= 0) || !(pr->ranks.wire_bytes >= 0))
		return aisp_err_set(err, "ranks.size_bytes and ranks.wire_bytes are "
					 "bytes, or 0 for none");
	if (pr->n_steps)
		return aisp_err_set(err, "ranks share calls, not episodes (n_steps)");
	for (int i = 0; i < pr->n_in; i++) {
		if (pr->in[i].in_file)
			return aisp_err_set(err, "input '%s': ranks get no files",
					    pr->in[i].name);
		if (pr->in[i].part[0] == AISP_PART_RANKS &&
		    check_slice(&pr->in[i], "input", n, err))
			return -1;
	}
	for (int o = 0; o < pr->n_out; o++) {
		if (pr->out[o].part[0] != AISP_PART_RANKS)
			return aisp_err_set(err,
					    "output '%s': mark its first axis "
					    "AISP_PART_RANKS, so that each rank knows "
					    "its slice",
					    pr->out[o].name);
		if (check_slice(&pr->out[o], "output", n, err))
			return -1;
	}
	return 0;
}
