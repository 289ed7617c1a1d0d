/* SPDX-License-Identifier: MIT
 *
 * energy_calls.c - a GPU's counter moves every few dozen milliseconds, which is longer
 * than a sample, so that it is read around many calls, once per variant.
 */
#include "energy_calls.h"

#include <math.h>

#include "base/clock.h"

#define MOST_NS     INT64_C(1500000000)
#define LOOK_NS     INT64_C(5000000) /* between two readings, which take a while */
#define LEAST_SHARE 0.8              /* less is not a call's work */

struct repeated {
	double ns, n_calls;
};

/* Outputs that start as inputs would change from call to call. */
static bool can_repeat(const struct aisp_session *s)
{
	const struct aisp_problem *pr = &s->contract->problem;

	for (int o = 0; o < pr->n_out; o++)
		if (pr->out[o].starts_as)
			return false;
	return s->sampling->has_energy && s->buffers->device->kind->energy_j &&
	       !pr->ranks.n && !pr->n_steps;
}

static int repeat(struct aisp_session *s, struct repeated *r)
{
	int64_t end_ns = aisp_now_ns() + LOOK_NS;
	int n = s->sampling->calls_per_sample;

	do {
		int64_t ns = aisp_launch_run(&s->launch, 0, n);

		if (ns < 0)
			return 1;
		r->ns += (double)ns;
		r->n_calls += n;
	} while (aisp_now_ns() < end_ns);
	return 0;
}

/* The calls took about as long as timed ones. fmin() ignores NaN. */
static bool is_work(const struct repeated *r, const struct aisp_measured *m)
{
	return r->ns / r->n_calls >
	       LEAST_SHARE * fmin(m->median_ns, m->evidence.hot_ns);
}

int aisp_session_energy(struct aisp_session *s, struct aisp_measured *m)
{
	const struct aisp_open_device *d = s->buffers->device;
	int64_t end_ns = aisp_now_ns() + MOST_NS;
	struct aisp_energy_count count = { 0 };
	struct repeated r = { 0 };
	double j;

	if (!can_repeat(s))
		return 0;
	while (aisp_energy_moves(&count) < AISP_ENERGY_MOVES &&
	       aisp_now_ns() < end_ns && !isnan(j = d->kind->energy_j(d))) {
		aisp_energy_see(&count, j, r.n_calls);
		if (repeat(s, &r))
			return 1;
	}
	m->evidence.energy_moves = aisp_energy_moves(&count);
	if (is_work(&r, m))
		m->evidence.energy_j = aisp_energy_of_call(&count);
	return 0;
}
