/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "plan.h"

#define MS INT64_C(1000000)

#define SAMPLE_MIN_NS     50e3      /* 2500 times the clock's own 20 ns */
#define LAUNCH_NS         (30 * MS) /* what one launch's samples may take */
#define SLOTS_BYTES       ((size_t)256 << 20)
#define FILL_BYTES_PER_NS 1.0 /* fill and poison, slower distributions aside */
#define N_SAMPLES_MAX     11
#define VERIFY_NS         (2 * MS)
#define N_SAMPLES_MIN     3

static double fastest_ns(const struct aisp_group *g)
{
	double ns = INFINITY;

	for (int i = 0; i < g->n_arms; i++)
		if (aisp_is_active(g, i) && g->arms[i].pilot_ns < ns)
			ns = g->arms[i].pilot_ns;
	return fmax(ns, 1);
}

static double slowest_ns(const struct aisp_group *g)
{
	double ns = 0;

	for (int i = 0; i < g->n_arms; i++)
		if (aisp_is_active(g, i) && g->arms[i].pilot_ns > ns)
			ns = g->arms[i].pilot_ns;
	return ns;
}

/* Calls a sample: enough for the clock, even for the fastest arm. */
static int choose_calls(const struct aisp_group *g)
{
	double slots = (double)SLOTS_BYTES / (double)g->slot_bytes;

	if (g->contract.problem.uses & AISP_USES_FIXED_IO)
		return 1;
	for (int i = 0; i < g->contract.problem.n_in; i++)
		if (g->contract.problem.in[i].in_file)
			return 1;
	return (int)fmax(1, fmin(fmin(ceil(SAMPLE_MIN_NS / fastest_ns(g)), slots),
				 AISP_MAX_SLOTS));
}

void aisp_group_plan(struct aisp_group *g, const struct aisp_limits *limits)
{
	struct aisp_sampling *s = &g->sampling;
	double sample_ns, calls_ns;

	s->calls_per_sample = choose_calls(g);
	s->verify_budget_ns = VERIFY_NS;
	calls_ns = s->calls_per_sample * slowest_ns(g);
	sample_ns = calls_ns + VERIFY_NS +
		    s->calls_per_sample * (double)g->slot_bytes / FILL_BYTES_PER_NS;
	s->n_samples = (int)fmax(N_SAMPLES_MIN,
				 fmin((double)LAUNCH_NS / sample_ns, N_SAMPLES_MAX));
	s->n_warmup = sample_ns < (double)LAUNCH_NS / 10 ? 2 : 1;
	if (limits->is_cold_start) {
		s->n_warmup = 0;
		s->n_samples = s->calls_per_sample = 1;
	}
	if (limits->n_samples)
		s->n_samples = limits->n_samples;
	if (limits->n_warmup >= 0)
		s->n_warmup = limits->n_warmup;
	g->margin = fmax(limits->margin, (fabs(g->bias.residual_ns) + g->bias.tick_ns) /
						 (s->calls_per_sample * fastest_ns(g)));
	s->limit_ns = (int64_t)(fmax(50 * calls_ns, 2e9) * limits->timeout_multiplier);
}
