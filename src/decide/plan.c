/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "plan.h"
#include "resolve.h"

#define MS INT64_C(1000000)

#define VERIFY_NS     (2 * MS)
#define REFILL_NS     (150 * MS) /* before a sample */
#define N_SAMPLES_MIN 3
#define CALLS_NS      500e6 /* of the slowest arm, if arms differ by thousands */
/* Limit of a ring: 50 times what it takes, and longer than a machine may stall. */
#define LIMIT_TIMES    50
#define LIMIT_LEAST_NS 10e9
#define SETUP_TIMES    2 /* times the pilot's time until its calls could begin */
/* An empty worker on a device of its own takes far less than these. */
#define ALONE_START_NS 1e9
#define ALONE_RING_NS  200e3
#define MAX_SHARERS    32
#define ASLEEP_NS      1e6 /* of a sample, where waking up takes up to 100 us */

static double fastest_ns(const struct aisp_group *g)
{
	double ns = INFINITY;

	for (int i = 0; i < g->n_arms; i++)
		if (aisp_is_active(g, i) && g->arms[i].pilot_ns < ns)
			ns = g->arms[i].pilot_ns;
	/* A call that the bell could not resolve may take any shorter time. */
	return ns > aisp_resolved_ns(&g->bias, 1) ? ns : 1;
}

static double slowest_ns(const struct aisp_group *g)
{
	double ns = 0;

	for (int i = 0; i < g->n_arms; i++)
		if (aisp_is_active(g, i) && g->arms[i].pilot_ns > ns)
			ns = g->arms[i].pilot_ns;
	return ns;
}

/* The longest time that any pilot took for it; at least 1. */
static int64_t dearest_ns(const struct aisp_group *g,
			  int64_t (*ns_of)(const struct aisp_measured *))
{
	int64_t most = 1;

	for (int i = 0; i < g->n_arms; i++) {
		const struct aisp_arm *a = &g->arms[i];

		if (aisp_is_active(g, i) && a->n_launches &&
		    ns_of(&a->launches[0]) > most)
			most = ns_of(&a->launches[0]);
	}
	return most;
}

static int64_t refill_ns(const struct aisp_measured *m)
{
	return m->refill_ns;
}

static int64_t verify_ns(const struct aisp_measured *m)
{
	return m->verify_ns;
}

static int64_t spawn_ns(const struct aisp_measured *m)
{
	return m->spawn_ns;
}

/* Limits a call and setup(); the pilots had more time for both. */
static double limit_ns(const struct aisp_group *g, double calls_ns)
{
	double ns = SETUP_TIMES * (double)dearest_ns(g, spawn_ns);

	return fmax(fmax(LIMIT_TIMES * calls_ns, LIMIT_LEAST_NS), ns);
}

/* Calls per sample: enough for the clock, even for the fastest arm. */
static int choose_calls(const struct aisp_group *g)
{
	const struct aisp_pace *p = &aisp_device_kind(g->device)->pace;
	double sample_ns =
		g->is_spin ? p->sample_min_ns : fmax(p->sample_min_ns, ASLEEP_NS);
	/* Slots whose inputs the workload prepares itself may take long to refill. */
	double affordable = (double)REFILL_NS / (double)dearest_ns(g, refill_ns);
	double slots = fmin(p->slots_bytes / (double)g->slot_bytes, affordable);
	double bearable = fmin(slots, CALLS_NS / slowest_ns(g));

	/* A score comes from the answers of one call. */
	if (g->merit.is_score || g->problem->n_steps)
		return 1;
	/* Inputs of a later call must not be there yet. */
	if (g->is_gated || (g->problem->uses & AISP_USES_FIXED_IO))
		return 1;
	/* Calls whose inputs are all there could be merged into one. */
	if (!aisp_device_kind(g->device)->is_async && !g->can_stage)
		return 1;
	return (int)fmax(
		1, fmin(fmin(ceil(sample_ns / fastest_ns(g)), bearable), p->max_slots));
}

/* From the pilots: if a comparison exceeded its budget, it cannot take less time. */
static int64_t verify_cost_ns(const struct aisp_group *g)
{
	int64_t most = dearest_ns(g, verify_ns);

	return most > g->sampling.verify_budget_ns * 3 / 2 ? most : 1;
}

/* Time to fill a slot, by the device's generator or the slower host. */
static double fill_ns(const struct aisp_group *g)
{
	const struct aisp_device_kind *kind = aisp_device_kind(g->device);
	double device_ns = (double)g->slot_bytes / kind->pace.fill_bytes_per_ns;

	return kind->is_host ? device_ns
			     : fmax(device_ns, (double)dearest_ns(g, refill_ns));
}

/* Did others have the CPUs during a pilot, even in samples that were taken again? */
static bool is_busy(const struct aisp_group *g)
{
	for (int i = 0; i < g->n_arms; i++)
		if (aisp_is_active(g, i) && g->arms[i].n_launches &&
		    g->arms[i].launches[0].evidence.n_spoilt > 0)
			return true;
	return false;
}

void aisp_group_plan(struct aisp_group *g, const struct aisp_limits *limits)
{
	const struct aisp_pace *p = &aisp_device_kind(g->device)->pace;
	struct aisp_sampling *s = &g->sampling;
	double sample_ns, calls_ns;

	s->calls_per_sample = choose_calls(g);
	s->verify_cost_ns = verify_cost_ns(g);
	s->verify_budget_ns = VERIFY_NS;
	calls_ns = s->calls_per_sample * slowest_ns(g);
	sample_ns =
		calls_ns + VERIFY_NS + p->look_ns + s->calls_per_sample * fill_ns(g);
	s->n_samples = (int)fmax(N_SAMPLES_MIN,
				 fmin(p->launch_ns / sample_ns, p->n_samples_max));
	/* All samples share the launch's time for repeats: of few samples, more are
	 * good.  For a score, which noise does not change, none is repeated. */
	if (aisp_device_kind(g->device)->is_host && !g->merit.is_score && is_busy(g))
		s->n_samples = N_SAMPLES_MIN;
	s->n_warmup = sample_ns < p->launch_ns / 10 ? 2 : 1;
	if (limits->is_cold_start) {
		s->n_warmup = 0;
		s->n_samples = s->calls_per_sample = 1;
	}
	if (limits->n_samples)
		s->n_samples = limits->n_samples;
	if (limits->n_warmup >= 0)
		s->n_warmup = limits->n_warmup;
	s->limit_ns = (int64_t)(limit_ns(g, calls_ns) * limits->timeout_multiplier);
}

int aisp_plan_before(const struct aisp_sampling *here, int n_tries)
{
	int most = (here->n_warmup + here->n_samples) * here->calls_per_sample;
	int wanted = 1;

	for (int i = 1; i < n_tries && wanted < most; i++)
		wanted *= 2;
	return wanted < most ? wanted : most;
}

void aisp_plan_order(const struct aisp_seed *seed, int block, int n, int *order)
{
	uint64_t bits =
		aisp_seed_key(seed, UINT64_MAX, (uint64_t)block / 2, (uint64_t)n);

	aisp_plan_block(bits, block, n, order);
}

int64_t aisp_shared_limit_ns(int64_t limit_ns, const struct aisp_bias *empty)
{
	double times =
		fmax(empty->start_ns / ALONE_START_NS, empty->ring_ns / ALONE_RING_NS);

	return (int64_t)((double)limit_ns * fmin(fmax(times, 1), MAX_SHARERS));
}
