/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/clock.h"
#include "base/stats.h"
#include "node_clock.h"

#define N_PINGS   100
#define MOST_RATE 200e-6 /* the most by which two quartz clocks differ */

struct aisp_offset aisp_offset_unknown(void)
{
	return (struct aisp_offset){ -INFINITY, INFINITY, 0 };
}

void aisp_offset_add(struct aisp_offset *o, int64_t t1, int64_t t2, int64_t t3)
{
	o->lo_ns = fmax(o->lo_ns, (double)aisp_between_ns(t2, t3));
	o->hi_ns = fmin(o->hi_ns, (double)aisp_between_ns(t2, t1));
	o->trip_ns = fmax(o->trip_ns, (double)(t3 - t1));
}

double aisp_offset_middle(const struct aisp_offset *o)
{
	return o->lo_ns + (o->hi_ns - o->lo_ns) / 2;
}

double aisp_offset_bound(const struct aisp_offset *before,
			 const struct aisp_offset *after)
{
	double middle = aisp_offset_middle(before);

	return fmax(fmax(before->hi_ns, after->hi_ns) - middle,
		    middle - fmin(before->lo_ns, after->lo_ns));
}

bool aisp_offset_fits(const struct aisp_offset *before, const struct aisp_offset *after,
		      double elapsed_ns)
{
	double drift_ns = MOST_RATE * elapsed_ns;

	return after->lo_ns <= before->hi_ns + drift_ns &&
	       after->hi_ns >= before->lo_ns - drift_ns;
}

static void add_to_times(struct aisp_measured *m, double half_ns)
{
	for (int i = 0; i < m->n_samples; i++)
		m->samples_ns[i] += half_ns;
	for (int i = 0; i < m->n_warmup; i++)
		m->warmup_ns[i] += half_ns;
	m->median_ns = aisp_median(m->samples_ns, m->n_samples);
	m->evidence.call_ns = m->median_ns;
	m->evidence.mean_ns += half_ns;
	m->evidence.sample_ns += half_ns;
}

int aisp_offsets_add(struct aisp_measured *m, const struct aisp_offset *before,
		     const struct aisp_offset *after, int n_nodes, double elapsed_ns)
{
	double half_ns = 0;

	for (int node = 1; node < n_nodes; node++) {
		if (!aisp_offset_fits(&before[node], &after[node], elapsed_ns))
			return node;
		half_ns = fmax(half_ns, aisp_offset_bound(&before[node], &after[node]));
	}
	add_to_times(m, half_ns);
	m->evidence.clock_half_ns = half_ns;
	m->evidence.n_hosts = n_nodes;
	return 0;
}

static int ask(struct aisp_meet *m, int node, struct aisp_offset *o,
	       struct aisp_err *err)
{
	int64_t t1 = aisp_now_ns(), t2;

	if (aisp_meet_send(m, node, &t1, sizeof(t1), err) ||
	    aisp_meet_receive(m, node, &t2, sizeof(t2), err))
		return -1;
	aisp_offset_add(o, t1, t2, aisp_now_ns());
	return 0;
}

static int answer(struct aisp_meet *m, struct aisp_err *err)
{
	int64_t t;

	for (int i = 0; i < N_PINGS; i++) {
		if (aisp_meet_receive(m, 0, &t, sizeof(t), err))
			return -1;
		t = aisp_now_ns();
		if (aisp_meet_send(m, 0, &t, sizeof(t), err))
			return -1;
	}
	return 0;
}

static int ask_all(struct aisp_meet *m, struct aisp_offset *o, struct aisp_err *err)
{
	o[0] = (struct aisp_offset){ 0, 0, 0 };
	for (int node = 1; node < m->n_nodes; node++) {
		o[node] = aisp_offset_unknown();
		for (int i = 0; i < N_PINGS; i++)
			if (ask(m, node, &o[node], err))
				return -1;
	}
	return 0;
}

int aisp_node_clocks(struct aisp_meet *m, struct aisp_offset o[AISP_MAX_NODES],
		     struct aisp_err *err)
{
	struct aisp_offset all[AISP_MAX_NODES * AISP_MAX_NODES];
	int rc = aisp_meet_all(m, AISP_AT_CLOCKS, NULL, 0, NULL, err);

	if (rc)
		return rc;
	if (m->node ? answer(m, err) : ask_all(m, o, err))
		return -1;
	rc = aisp_meet_all(m, AISP_AT_CLOCKS, o, (size_t)m->n_nodes * sizeof(*o), all,
			   err);
	for (int node = 0; node < m->n_nodes && !rc; node++)
		o[node] = all[node]; /* node 0's values */
	return rc;
}
