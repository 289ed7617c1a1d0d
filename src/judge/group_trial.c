/* SPDX-License-Identifier: MIT
 *
 * group_trial.c - try a group's contract in a child, since a fault in it would leave
 * memory in which nothing can be measured.
 */
#include <stdbool.h>
#include <sys/mman.h>

#include "base/rng.h"
#include "contract_trial.h"
#include "decide/arms.h"
#include "probe.h"

/* In memory that the child shares with the judge. */
struct finding {
	bool is_there; /* the child came to its end */
	struct aisp_looseness l;
};

struct group_trial {
	const struct aisp_contract *contract;
	enum aisp_dist dist;
	uint64_t key;
	bool has_user_inputs;
	struct finding *finding;
};

static int try_contract(void *arg, struct aisp_err *err)
{
	const struct group_trial *t = arg;
	struct finding *f = t->finding;

	if (aisp_contract_loose(t->contract, t->dist, t->key, &f->l, err))
		return -1;
	f->is_there = true;
	return 0;
}

static int take_finding(struct aisp_group *g, const struct group_trial *t,
			struct aisp_err *err)
{
	const struct finding *f = t->finding;

	if (!f->is_there)
		return aisp_err_broken(err, "%s: it ended its process",
				       g->contract->fault->source);
	g->loose = f->l.controls;
	g->loose_share = f->l.share;
	/* The name is the workload's, at the same address in the child. */
	g->alike = t->has_user_inputs ? NULL : f->l.alike.name;
	g->alike_share = t->has_user_inputs ? 0 : f->l.alike.share;
	return 0;
}

static int try_in_child(struct aisp_group *g, struct group_trial *t,
			struct aisp_err *err)
{
	int rc;

	t->finding = mmap(NULL, sizeof(*t->finding), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (t->finding == MAP_FAILED)
		return aisp_err_errno(err, "memory to try a workload in");
	rc = aisp_probe(try_contract, t, err) ? -1 : take_finding(g, t, err);
	munmap(t->finding, sizeof(*t->finding));
	return rc;
}

int aisp_group_try_contract(struct aisp_group *g, const struct aisp_harness *harness,
			    struct aisp_err *err)
{
	/* For data with structure zeros may be right. */
	enum aisp_dist dist = harness->dist == AISP_DIST_STRUCTURED
				      ? AISP_DIST_NORMAL
				      : (enum aisp_dist)harness->dist;
	struct group_trial t = {
		.contract = g->contract,
		.dist = dist,
		.key = aisp_seed_key(&harness->seed, UINT64_MAX, UINT64_MAX, 4),
		.has_user_inputs = harness->n_user_inputs,
	};
	struct aisp_err why;

	/* Calibration left the judge on one CPU: give it all, as no worker runs. */
	aisp_placement_leave(&harness->where);
	if (!try_in_child(g, &t, &why))
		return 0;
	if (!why.is_broken)
		return aisp_err_set(err, "%s", why.msg);
	aisp_group_fail(g, why.msg);
	return 1;
}
