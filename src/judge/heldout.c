/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "across_group.h"
#include "asks.h"
#include "common_fault.h"
#include "decide/gap.h"
#include "decide/plan.h"
#include "device/layout.h"
#include "heldout.h"
#include "heldout_values.h"
#include "memory_fit.h"

#define N_DRAWS 20 /* a workload may refuse some parameters */
#define N_TRIES 6  /* half of an honest variant's launches may be slow */
#define LOSS    1.5
#define N_SURE  16 /* before it is accused; gap.c joins other launches */
#define LARGE   6  /* a loss close to an accusation */
#define N_CALLS 2  /* samples: all values count, the faster time counts */
#define N_ASYNC 3
#define TILE    64 /* multiple or part of most kernels' tiles */
#define N_SMALL 8  /* on hostile data, where they cost little */

bool aisp_heldout_choose(struct aisp_contract *c, const struct aisp_contract *public,
			 uint64_t bits)
{
	struct aisp_err refused;

	for (uint64_t draw = 0; draw < N_DRAWS; draw++) {
		bool is_other = false;

		*c = *public;
		for (int i = 0; i < c->workload->n_params; i++) {
			int64_t v = public->param[i];

			if (v < AISP_HELDOUT_LEAST)
				continue;
			c->param[i] -=
				1 + (int64_t)aisp_random_below(
					    bits, draw * AISP_MAX_PARAMS + (uint64_t)i,
					    (uint64_t)v / AISP_HELDOUT_LEAST);
			is_other = true;
		}
		if (is_other && !aisp_contract_evaluate(c, &refused))
			return true;
	}
	return false;
}

/* The parameters that change the number of threads: CPUs are chosen already. */
static unsigned find_threads(const struct aisp_contract *public)
{
	unsigned mask = 0;

	for (int i = 0; i < public->workload->n_params; i++) {
		struct aisp_contract c = *public;
		struct aisp_err refused;

		c.param[i]++;
		if (!aisp_contract_evaluate(&c, &refused) &&
		    c.problem.n_threads != public->problem.n_threads)
			mask |= 1u << i;
	}
	return mask;
}

/* Some parameters are larger than announced, the others about as small as they get. */
static void draw_far(struct aisp_contract *c, const struct aisp_contract *public,
		     unsigned larger, unsigned threads, uint64_t bits)
{
	for (int i = 0; i < c->workload->n_params; i++) {
		bool is_larger = larger >> i & 1;
		int64_t v = is_larger ? public->param[i] : c->param[i];
		uint64_t room = (uint64_t)v / AISP_HELDOUT_LEAST + 1;
		int64_t by = 1 + (int64_t)aisp_random_below(bits, (uint64_t)i, room);

		c->param[i] = is_larger || v == 1 || bits >> i & 1 ? v + by : v - by;
		if (threads >> i & 1)
			c->param[i] = public->param[i];
	}
}

/* What a call computes and touches, not its time: a seed gives the same sizes. */
static double work_of(const struct aisp_problem *pr)
{
	double work = pr->flops + pr->bytes;

	for (int i = 0; i < pr->n_in; i++)
		work += (double)aisp_spec_bytes(&pr->in[i]);
	for (int i = 0; i < pr->n_out; i++)
		work += (double)aisp_spec_bytes(&pr->out[i]);
	return work;
}

/* A single rank has no peers, and would not test what happens between ranks. */
static bool has_peers(const struct aisp_contract *c, const struct aisp_contract *public)
{
	return public->problem.ranks.n < 2 || c->problem.ranks.n > 1;
}

static bool is_affordable(const struct aisp_contract *c,
			  const struct aisp_contract *public)
{
	return work_of(&c->problem) <=
	       fmax(AISP_HELDOUT_MORE * work_of(&public->problem), AISP_HELDOUT_WORK);
}

bool aisp_heldout_choose_far(struct aisp_contract *c,
			     const struct aisp_contract *public, unsigned larger,
			     uint64_t bits)
{
	unsigned threads = find_threads(public);
	struct aisp_err refused;

	for (uint64_t draw = 0; draw < N_DRAWS && larger & ~threads; draw++) {
		*c = *public;
		aisp_contract_preset(c, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
		draw_far(c, public, larger, threads, aisp_random_at(bits, draw));
		if (!aisp_contract_evaluate(c, &refused) &&
		    c->problem.n_threads == public->problem.n_threads &&
		    has_peers(c, public) && is_affordable(c, public))
			return true;
	}
	return false;
}

/* Choose the small preset, unless it is what was announced. */
static bool choose_small(struct aisp_contract *c, const struct aisp_contract *public)
{
	struct aisp_err refused;

	*c = *public;
	aisp_contract_preset(c, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
	return memcmp(c->param, public->param, sizeof(c->param)) != 0 &&
	       !aisp_contract_evaluate(c, &refused);
}

static bool is_cheap(struct aisp_contract *c, const struct aisp_contract *public)
{
	struct aisp_err refused;

	return memcmp(c->param, public->param, sizeof(c->param)) != 0 &&
	       !aisp_contract_evaluate(c, &refused) &&
	       c->problem.n_threads == public->problem.n_threads &&
	       work_of(&c->problem) <= AISP_HELDOUT_CHEAP;
}

bool aisp_heldout_choose_tiles(struct aisp_contract *c,
			       const struct aisp_contract *public)
{
	unsigned all = (1u << public->workload->n_params) - 1;

	for (unsigned of = all & ~find_threads(public); of; of &= of - 1) {
		*c = *public;
		for (int i = 0; i < c->workload->n_params; i++)
			if (of >> i & 1 && c->param[i] >= AISP_HELDOUT_LEAST)
				c->param[i] += (TILE - c->param[i] % TILE) % TILE;
		if (is_cheap(c, public))
			return true;
	}
	return false;
}

bool aisp_heldout_choose_announced(struct aisp_contract *c,
				   const struct aisp_contract *public,
				   enum aisp_device device)
{
	*c = *public;
	aisp_contract_preset(c, AISP_PRESET_DEFAULT, device);
	return is_cheap(c, public);
}

/* Returns 1 if the run was stopped: such a launch says nothing. */
static int note(struct aisp_heldout *h, const struct aisp_measured *m, bool is_far,
		bool is_public)
{
	if (m->status == AISP_LAUNCH_STOPPED)
		return 1;
	if (is_far)
		aisp_heldout_take_far(h, m);
	else
		aisp_heldout_take(h, m, is_public);
	return 0;
}

/* Larger sizes than the announced ones may ask for more than this machine has. */
static bool can_launch(const struct aisp_harness *harness,
		       const struct aisp_contract *c)
{
	const struct aisp_meet *meet = harness->where.meet;

	return aisp_harness_serves(harness, &c->problem) &&
	       (!meet || c->problem.ranks.n_nodes == meet->n_nodes) &&
	       !aisp_memory_fits(c, &c->problem, 1, harness->device, NULL);
}

/* How a launch at other sizes is sampled. */
static struct aisp_sampling few_samples(const struct aisp_group *g,
					const struct aisp_arm *a, bool is_public_dist,
					bool is_far)
{
	struct aisp_sampling few = a->heldout.sampling;
	bool is_small = is_far && !is_public_dist;

	few.n_warmup =
		is_public_dist ? aisp_plan_before(&g->sampling, a->heldout.n_tries) : 0;
	few.n_samples = is_small ? N_SMALL : N_CALLS;
	if (is_small)
		few.verify_cost_ns = 1; /* not that of the announced sizes: all count */
	few.has_hostile = few.has_energy = false;
	/* Evicting a CPU's caches takes long: not where only values count. */
	few.is_of_values =
		aisp_device_kind(g->device)->is_host && (is_far || !is_public_dist);
	return few;
}

/* The last launch was wrong: is the baseline, too? */
static int share(const struct aisp_group *g, struct aisp_arm *a,
		 const struct aisp_contract *c, struct aisp_harness *harness, int dist,
		 const struct aisp_sampling *few, struct aisp_err *err)
{
	const struct aisp_faulty x = { .c = c,
				       .s = few,
				       .number = harness->n_heldout - 1,
				       .fault = a->heldout.fault };
	int public_dist = harness->dist, rc;

	harness->dist = dist;
	rc = aisp_common_fault_ask(g, a, harness, &x, err);
	harness->dist = public_dist;
	return rc;
}

/* Returns 1 if the run was stopped, or a fault is the contract's, instead. */
static int launch(const struct aisp_group *g, struct aisp_arm *a,
		  const struct aisp_contract *c, struct aisp_harness *harness, int dist,
		  bool is_far, struct aisp_err *err)
{
	int public_dist = harness->dist, rc;
	struct aisp_sampling few = few_samples(g, a, dist == public_dist, is_far);
	struct aisp_buffers *b;
	struct aisp_measured m = { 0 };
	bool is_faulty;

	if (aisp_end_has_come(&harness->where.end))
		return 1;
	if (!can_launch(harness, c))
		return 0;
	b = aisp_buffers_new(&c->problem, c->param, 1, harness->scratch_dir,
			     harness->device, err);
	if (!b)
		return -1;
	few.is_page_end = harness->n_heldout % 2;
	b->workload = c->workload;
	b->meets = c->meets;
	harness->dist = dist;
	rc = aisp_across_lead(harness, (int)(a - g->arms), harness->n_heldout, c, &few,
			      err);
	if (!rc)
		rc = aisp_measure(&m, harness, c, b, a->object, &few,
				  harness->n_heldout++, err);
	harness->dist = public_dist;
	if (!rc)
		aisp_heldout_keep(&a->heldout, c, dist, &m);
	if (!rc)
		rc = note(&a->heldout, &m, is_far, dist == public_dist);
	is_faulty = !rc && aisp_is_faulty(&m, &few);
	few.least_tries = m.most_tries;
	aisp_measured_release(&m);
	aisp_buffers_free(b);
	return is_faulty ? share(g, a, c, harness, dist, &few, err) : rc;
}

static bool is_doubtful(const struct aisp_group *g, const struct aisp_arm *a)
{
	const struct aisp_heldout *h = &a->heldout;

	return (h->has_hung && !h->has_ended_badly) ||
	       aisp_gap_suspected(g, a) > LOSS ||
	       (isnan(h->call_ns) && h->is_disturbed);
}

static bool wants_try(const struct aisp_group *g, const struct aisp_arm *a)
{
	int n = aisp_gap_suspected(g, a) > LARGE ? N_SURE : N_TRIES;

	return !a->heldout.n_tries || (a->heldout.n_timed < n &&
				       a->heldout.n_tries < 2 * n && is_doubtful(g, a));
}

/* Launch with these parameters larger than announced, or with fewer of them if that is
 * refused; *todo loses those that were tried or cannot be. */
static int launch_larger(const struct aisp_group *g, struct aisp_arm *a,
			 struct aisp_harness *harness, unsigned larger, uint64_t bits,
			 unsigned *todo, struct aisp_err *err)
{
	struct aisp_contract c;
	unsigned tried = larger;

	while (larger && !aisp_heldout_choose_far(&c, g->contract, larger, bits)) {
		tried = larger;
		larger &= larger - 1;
	}
	*todo &= ~(larger ? larger : tried);
	return larger ? launch(g, a, &c, harness, harness->dist, true, err) : 0;
}

/* Enlarge each parameter once: alone; or, as GPU launches are slow, half at once. */
static int launch_each_larger(const struct aisp_group *g, struct aisp_arm *a,
			      struct aisp_harness *harness, struct aisp_err *err)
{
	uint64_t key = aisp_seed_key(&harness->seed, UINT64_MAX, UINT64_MAX, 5);
	bool is_async = aisp_device_kind(g->device)->is_async;
	unsigned todo = (1u << g->contract->workload->n_params) - 1;
	int rc = 0;

	for (uint64_t i = 0; !rc && todo && i < (is_async ? N_ASYNC : AISP_MAX_PARAMS);
	     i++) {
		uint64_t bits = aisp_random_at(key, i);
		unsigned some = is_async ? todo & (unsigned)bits : todo & -todo;

		rc = launch_larger(g, a, harness, some ? some : todo, bits, &todo, err);
	}
	return rc;
}

/* Sizes that other rows of a table, or the next model, might ask for. */
static int launch_far(const struct aisp_group *g, struct aisp_arm *a,
		      struct aisp_harness *harness, struct aisp_err *err)
{
	int hostile = aisp_dist_hostile(harness->dist);
	struct aisp_contract c;
	bool has_small = choose_small(&c, g->contract);
	int rc = has_small ? launch(g, a, &c, harness, harness->dist, true, err) : 0;

	if (!rc && has_small)
		rc = launch(g, a, &c, harness, hostile, true, err);
	return rc ? rc : launch_each_larger(g, a, harness, err);
}

/* False if the workload has no sizes near the announced ones. */
static bool choose_near(const struct aisp_group *g, const struct aisp_harness *harness,
			struct aisp_contract *c)
{
	return aisp_heldout_choose(
		c, g->contract,
		aisp_seed_key(&harness->seed, UINT64_MAX, UINT64_MAX, 1));
}

static int try_near(const struct aisp_group *g, struct aisp_arm *a,
		    const struct aisp_contract *c, struct aisp_harness *harness,
		    struct aisp_err *err)
{
	int rc = 0;

	while (!rc && wants_try(g, a)) {
		a->heldout.n_tries++;
		rc = launch(g, a, c, harness, harness->dist, false, err);
	}
	return rc;
}

int aisp_heldout_launch(const struct aisp_group *g, struct aisp_arm *a,
			struct aisp_harness *harness, struct aisp_err *err)
{
	int other = aisp_dist_hostile(harness->dist);
	struct aisp_contract c;
	int rc;

	a->heldout = (struct aisp_heldout){ .sampling = g->sampling,
					    .call_ns = NAN,
					    .running_ns = NAN,
					    .least_ns = NAN,
					    .most_ns = NAN };
	if (harness->n_user_inputs)
		return 0;
	rc = launch_far(g, a, harness, err);
	if (rc || !choose_near(g, harness, &c))
		return rc;
	for (int i = 0; !rc && i < 2 && (!i || a->heldout.has_hung); i++)
		rc = launch(g, a, &c, harness, other, false, err);
	a->heldout.has_hung = false;
	return rc ? rc : try_near(g, a, &c, harness, err);
}

int aisp_heldout_again(struct aisp_group *g, struct aisp_arm *a,
		       struct aisp_harness *harness, struct aisp_err *err)
{
	struct aisp_contract c;

	if (!a->heldout.n_tries || !wants_try(g, a))
		return 0;
	/* The contract is still that of the arm that was launched last. */
	if (aisp_group_name(g, a, err))
		return -1;
	return choose_near(g, harness, &c) ? try_near(g, a, &c, harness, err) : 0;
}
