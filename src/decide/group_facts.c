/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/stats.h"
#include "group_facts.h"

#define MAX_VALUES ((AISP_MAX_BLOCKS + 1) * AISP_MAX_ARMS)

/* Facts that must not change during a run. */
static const struct {
	enum aisp_fact fact, first;
} fixed[] = {
	{ AISP_FACT_priority, AISP_FACT_priority_first },
	{ AISP_FACT_device, AISP_FACT_device_first },
	{ AISP_FACT_driver, AISP_FACT_driver_first },
	{ AISP_FACT_governor, AISP_FACT_governor_first },
	{ AISP_FACT_power_limit_w, AISP_FACT_power_limit_w_first },
	{ AISP_FACT_quota_cpus, AISP_FACT_quota_cpus_first },
};

/* Facts that change from launch to launch, but alike for all arms. */
static const struct {
	enum aisp_fact fact, arm, rest, t;
} shared[] = {
	{ AISP_FACT_steal_share, AISP_FACT_steal_share_arm, AISP_FACT_steal_share_rest,
	  AISP_FACT_steal_share_t },
	{ AISP_FACT_cpu_mhz, AISP_FACT_cpu_mhz_arm, AISP_FACT_cpu_mhz_rest,
	  AISP_FACT_cpu_mhz_t },
	{ AISP_FACT_call_ns, AISP_FACT_call_ns_arm, AISP_FACT_call_ns_rest,
	  AISP_FACT_call_ns_t },
	{ AISP_FACT_remote_share, AISP_FACT_remote_share_arm,
	  AISP_FACT_remote_share_rest, AISP_FACT_remote_share_t },
};

#define N_OF(array) (sizeof(array) / sizeof(array[0]))

static void put(struct aisp_arm *a, enum aisp_fact fact, double value)
{
	for (int k = 0; k < a->n_launches; k++)
		aisp_evidence_put(&a->launches[k].evidence, fact, value);
}

static const struct aisp_measured *first_launch(const struct aisp_group *g)
{
	const struct aisp_measured *first = NULL;

	for (int i = 0; i < g->n_arms; i++) {
		const struct aisp_measured *m = g->arms[i].launches;

		if (g->arms[i].n_launches && m->status == AISP_LAUNCH_OK &&
		    (!first || m->start_ns < first->start_ns))
			first = m;
	}
	return first;
}

static void note_first(struct aisp_group *g)
{
	const struct aisp_measured *first = first_launch(g);

	for (size_t f = 0; f < N_OF(fixed) && first; f++) {
		double value = aisp_evidence_get(&first->evidence, fixed[f].fact);

		for (int i = 0; i < g->n_arms; i++)
			put(&g->arms[i], fixed[f].first, value);
	}
}

/* Leaves out pilots: their samples differ from those of other launches. */
static int collect(const struct aisp_arm *a, enum aisp_fact fact, double *x)
{
	int n = 0;

	for (int k = 0; k < a->n_launches; k++) {
		double value = aisp_evidence_get(&a->launches[k].evidence, fact);

		if (a->launches[k].block >= 0 && !isnan(value) &&
		    aisp_measured_counts(&a->launches[k]))
			x[n++] = value;
	}
	return n;
}

/* Finite even if nothing varies, since JSON has no infinity. */
static double welch_t(const double *x, int n_x, const double *y, int n_y)
{
	double sd_x = aisp_sd(x, n_x), sd_y = aisp_sd(y, n_y);

	return (aisp_mean(x, n_x) - aisp_mean(y, n_y)) /
	       (sqrt(sd_x * sd_x / n_x + sd_y * sd_y / n_y) + 1e-9);
}

static void note_shared(struct aisp_group *g, int i, size_t f)
{
	double of_arm[AISP_MAX_BLOCKS + 1], of_rest[MAX_VALUES];
	int n_arm = collect(&g->arms[i], shared[f].fact, of_arm), n_rest = 0;

	for (int k = 0; k < g->n_arms; k++)
		if (k != i)
			n_rest +=
				collect(&g->arms[k], shared[f].fact, of_rest + n_rest);
	put(&g->arms[i], shared[f].arm, aisp_mean(of_arm, n_arm));
	put(&g->arms[i], shared[f].rest, aisp_mean(of_rest, n_rest));
	put(&g->arms[i], shared[f].t, welch_t(of_arm, n_arm, of_rest, n_rest));
}

/* The library with that name in the first launch that has one. */
static const struct aisp_build *find(const struct aisp_group *g, const char *name)
{
	for (int i = 0; i < g->n_arms; i++) {
		const struct aisp_measured *m = g->arms[i].launches;

		for (int k = 0; g->arms[i].n_launches && k < m->n_libraries; k++)
			if (!strcmp(m->libraries[k].name, name))
				return &m->libraries[k];
	}
	return NULL;
}

static void note_libraries(const struct aisp_group *g, struct aisp_measured *m)
{
	int n_differ = 0;

	for (int k = 0; k < m->n_libraries; k++) {
		const struct aisp_build *known = find(g, m->libraries[k].name);

		n_differ += known && strcmp(known->id, m->libraries[k].id) != 0;
	}
	if (m->libraries)
		m->evidence.n_libraries_differ = n_differ;
}

static double shortest_sample_ns(const struct aisp_group *g)
{
	double ns = INFINITY;

	for (int i = 0; i < g->n_arms; i++)
		for (int k = 0; k < g->arms[i].n_launches; k++) {
			const struct aisp_measured *m = &g->arms[i].launches[k];

			if (m->block >= 0 && m->evidence.sample_ns > 0)
				ns = fmin(ns, m->evidence.sample_ns);
		}
	return ns;
}

/* A score is the same however long others delayed it: such a launch counts, too. */
static int n_usable(const struct aisp_group *g, const struct aisp_arm *a)
{
	int n = 0;

	for (int k = 0; k < a->n_launches; k++) {
		const struct aisp_measured *m = &a->launches[k];

		n += m->block >= 0 && (g->merit.is_score ? aisp_measured_has_score(m)
							 : aisp_measured_counts(m));
	}
	return n;
}

/* On a GPU, the clock that counts is that of its multiprocessors. */
static void note_clock(struct aisp_evidence *e)
{
	if (!isnan(e->sm_mhz))
		e->cpu_mhz = e->sm_mhz;
}

void aisp_group_facts_note(struct aisp_group *g)
{
	double resolution_ns = fabs(g->bias.residual_ns) + g->bias.tick_ns;

	if (!g->merit.is_score) /* stood_share has what the clock cannot tell */
		g->margin = fmax(g->margin, resolution_ns / shortest_sample_ns(g));
	note_first(g);
	for (int i = 0; i < g->n_arms; i++) {
		struct aisp_arm *a = &g->arms[i];

		put(a, AISP_FACT_clock_ns_per_tick_before, g->bias.ns_per_tick);
		put(a, AISP_FACT_resolution_ns, resolution_ns);
		put(a, AISP_FACT_evict_ns, g->bias.evict_ns);
		put(a, AISP_FACT_drop_ns, g->bias.drop_ns);
		put(a, AISP_FACT_margin, g->margin);
		put(a, AISP_FACT_n_pairs, n_usable(g, a));
		for (int k = 0; k < a->n_launches; k++)
			note_clock(&a->launches[k].evidence);
		for (size_t f = 0; f < N_OF(shared); f++)
			note_shared(g, i, f);
		for (int k = 0; k < a->n_launches; k++)
			note_libraries(g, &a->launches[k]);
	}
}
