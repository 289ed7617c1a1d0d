/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "across.h"
#include "base/clock.h"
#include "ranks.h"
#include "ring.h"

#define LEAD_NS    1500000 /* from the word to the bell, without travel */
#define SPIN_NS    100000  /* before the bell we spin: a sleeper wakes late */
#define FAR_NS     INT64_C(60000000000)
#define MOST_NS    INT64_C(4000000000000000000) /* half of what a clock can say */
#define LATE_NS    50000 /* a bell may ring so long after the first one */
#define LATE_SHARE 0.01

/* Result of a meeting: 0 or 1; aisp_across_end() tells of harness failures. */
static int settle(struct aisp_session *s, int rc)
{
	if (rc > 0)
		aisp_launch_end_as(&s->launch, &s->across.meet->failure);
	if (rc < 0) {
		s->across.is_lost = true;
		aisp_launch_kill(&s->launch);
	}
	return rc ? 1 : 0;
}

/* Our part of the launch has failed: tell the nodes that wait for us, once. */
static int tell_end(struct aisp_session *s)
{
	struct aisp_meet *m = s->across.meet;

	if (m->has_failed || s->across.is_lost)
		return 1;
	return settle(s, aisp_meet_fail(m, (int)s->launch.status, s->launch.cause,
					&s->across.err));
}

int aisp_across_begin(struct aisp_session *s, int rc, struct aisp_err *err)
{
	struct aisp_meet *m = s->across.meet;

	if (!m)
		return rc;
	if (rc && s->launch.status == AISP_LAUNCH_NOT_RUN)
		return rc; /* aisp_across_end() tells */
	if (rc)
		return tell_end(s) && s->across.is_lost ? -1 : rc;
	rc = aisp_meet_all(m, AISP_AT_BEGUN, NULL, 0, NULL, &s->across.err);
	if (!rc)
		rc = aisp_node_clocks(m, s->across.before, &s->across.err);
	s->across.begun_ns = aisp_now_ns();
	rc = settle(s, rc);
	if (s->across.is_lost)
		aisp_err_set(err, "%s", s->across.err.msg);
	return s->across.is_lost ? -1 : rc;
}

static double longest_trip_ns(const struct aisp_session *s)
{
	double ns = 0;

	for (int node = 1; node < s->across.meet->n_nodes; node++)
		ns = fmax(ns, s->across.before[node].trip_ns);
	return ns;
}

static double ahead_ns(const struct aisp_session *s, int node)
{
	return aisp_offset_middle(&s->across.before[node]);
}

/* False if a clock that jumped has put the bell far into the future.  A bell in the
 * past rings now. */
static bool is_soon(struct aisp_session *s)
{
	int64_t now_ns = aisp_now_ns(), left_ns;

	if (s->across.bell_ns < now_ns)
		s->across.bell_ns = now_ns;
	left_ns = s->across.bell_ns - now_ns;
	if (left_ns < FAR_NS)
		return true;
	aisp_err_set(&s->across.err, "node 0 rings in %.3g s: a clock has jumped",
		     (double)left_ns / 1e9);
	return false;
}

/* Node 0's moment by our clock; INT64_MAX, which is never soon, if node 0's time or the
 * distance of the clocks is absurd. */
static int64_t moment_here(int64_t its_ns, double ahead_ns)
{
	return llabs(its_ns / 2) < MOST_NS / 2 && fabs(ahead_ns) < (double)MOST_NS
		       ? its_ns + (int64_t)ahead_ns
		       : INT64_MAX;
}

int aisp_across_agree(struct aisp_session *s)
{
	struct aisp_meet *m = s->across.meet;
	int64_t when[AISP_MAX_NODES], ours;
	int rc;

	if (!m)
		return 0;
	/* Node 0's word leaves after the slowest node's, and then has to travel. */
	ours = aisp_now_ns() + LEAD_NS +
	       (int64_t)fmin(2 * longest_trip_ns(s), (double)MOST_NS);
	rc = settle(s, aisp_meet_all(m, AISP_AT_BELL, &ours, sizeof(ours), when,
				     &s->across.err));
	if (rc)
		return rc;
	s->across.bell_ns = moment_here(when[0], ahead_ns(s, m->node));
	return is_soon(s) ? 0 : settle(s, -1);
}

void aisp_across_wait(const struct aisp_session *s, int64_t before_ns)
{
	int64_t until_ns = s->across.bell_ns - before_ns;
	int64_t left_ns;

	if (!s->across.meet)
		return;
	while ((left_ns = until_ns - aisp_now_ns()) > 0) {
		const int64_t nap_ns = left_ns - SPIN_NS;

		if (nap_ns > 0)
			nanosleep(&(struct timespec){ nap_ns / 1000000000,
						      nap_ns % 1000000000 },
				  NULL);
	}
}

/* A call at one node, by its clock. */
struct answered {
	int64_t rung_ns, answered_ns;
};

/* The time from ns to its_ns, which a clock shows that is ahead_ns ahead. */
static double since_ns(int64_t its_ns, int64_t ns, double ahead_ns)
{
	return (double)aisp_between_ns(its_ns, ns) - ahead_ns;
}

int aisp_across_answered(struct aisp_session *s, int64_t *ns)
{
	struct aisp_meet *m = s->across.meet;
	struct answered ours = { s->launch.rung_ns, s->launch.answered_ns };
	struct answered all[AISP_MAX_NODES];
	double first = INFINITY, last_bell = -INFINITY, last = -INFINITY;

	if (!m)
		return 0;
	if (settle(s, aisp_meet_all(m, AISP_AT_ANSWER, &ours, sizeof(ours), all,
				    &s->across.err)))
		return 1;
	for (int node = 0; node < m->n_nodes; node++) {
		/* Relative to node 0's bell: a double holds no time of day in ns. */
		double ahead = ahead_ns(s, node);
		double rung = since_ns(all[node].rung_ns, all[0].rung_ns, ahead);
		double answered =
			since_ns(all[node].answered_ns, all[0].rung_ns, ahead);

		first = fmin(first, rung);
		last_bell = fmax(last_bell, rung);
		last = fmax(last, answered);
	}
	*ns = (int64_t)fmin(last - first, (double)MOST_NS);
	if (last_bell - first > fmax(LATE_NS, LATE_SHARE * (double)*ns))
		s->across.is_late = true;
	return 0;
}

bool aisp_across_compares(const struct aisp_session *s)
{
	return !s->across.meet || !s->across.meet->node;
}

/* Send node 0 the pages of our slices of one output; node 0 receives them. */
static int move_output(struct aisp_session *s, int node, int slot, int o)
{
	const struct aisp_buffers *b = s->buffers;
	const struct aisp_region *r = &b->out_at[slot][o];
	struct aisp_meet *m = s->across.meet;
	size_t bytes = r->pages_bytes / (size_t)m->n_nodes;
	char *at = b->out_map + r->file_offset + (size_t)node * bytes;

	return m->node ? aisp_meet_send(m, 0, at, bytes, &s->across.err)
		       : aisp_meet_receive(m, node, at, bytes, &s->across.err);
}

int aisp_across_collect(struct aisp_session *s)
{
	struct aisp_meet *m = s->across.meet;
	int rc;

	if (!m)
		return 0;
	rc = aisp_meet_all(m, AISP_AT_OUTPUTS, NULL, 0, NULL, &s->across.err);
	for (int node = 1; node < m->n_nodes && !rc; node++)
		for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
			for (int o = 0; o < s->contract->problem.n_out && !rc; o++)
				if (!m->node || m->node == node)
					rc = move_output(s, node, slot, o);
	return settle(s, rc);
}

static void join_opinion(struct aisp_sample *x, const struct aisp_opinion *its)
{
	x->ns = fmax(x->ns, its->ns);
	x->others_ns = fmax(x->others_ns, its->others_ns);
	x->free_ns = fmax(x->free_ns, its->free_ns);
	x->after_ns = fmax(x->after_ns, its->after_ns);
	x->waited_ns = fmax(x->waited_ns, its->waited_ns);
	/* What is unknown anywhere is unknown. */
	x->wake_ns = isnan(its->wake_ns) || isnan(x->wake_ns)
			     ? NAN
			     : fmax(x->wake_ns, its->wake_ns);
	if (its->state < 0 || its->state > AISP_SAMPLE_SPOILT)
		x->state = AISP_SAMPLE_SPOILT; /* not a state that we know */
	else if (its->state > (int32_t)x->state)
		x->state = (enum aisp_sample_state)its->state;
}

int aisp_across_judge(struct aisp_session *s, struct aisp_sample *x, bool *wants_more)
{
	struct aisp_meet *m = s->across.meet;
	struct aisp_opinion ours = {
		x->ns,       x->others_ns, x->wake_ns, x->free_ns,
		x->after_ns, x->waited_ns, x->state,   *wants_more
	};
	struct aisp_opinion all[AISP_MAX_NODES];

	if (!m)
		return 0;
	if (settle(s, aisp_meet_all(m, AISP_AT_SAMPLE, &ours, sizeof(ours), all,
				    &s->across.err)))
		return 1;
	for (int node = 0; node < m->n_nodes; node++) {
		join_opinion(x, &all[node]);
		*wants_more |= all[node].wants_more != 0;
	}
	x->energy_j = x->least_ns = NAN; /* of one node alone */
	return 0;
}

/* What a node saw of the launch. */
struct seen {
	uint32_t layers, n_cpus;
	struct aisp_evidence evidence;
};

static void join_facts(struct aisp_measured *m, const struct seen *its)
{
	struct aisp_evidence *e = &m->evidence;

	aisp_ranks_join_facts(e, &its->evidence);
	e->n_late += its->evidence.n_late;
	e->n_rank_cpus += its->evidence.n_rank_cpus;
	e->is_sandboxed = fmin(e->is_sandboxed, its->evidence.is_sandboxed);
	e->is_readonly = fmin(e->is_readonly, its->evidence.is_readonly);
	e->is_judge_intact = fmin(e->is_judge_intact, its->evidence.is_judge_intact);
	e->is_disturbed = fmax(e->is_disturbed, its->evidence.is_disturbed);
	e->is_spin = fmin(e->is_spin, its->evidence.is_spin);
	m->layers &= its->layers;
}

static int exchange_facts(struct aisp_session *s, struct aisp_measured *m)
{
	static struct seen all[AISP_MAX_NODES];
	struct seen ours = { .layers = m->layers, .evidence = m->evidence };
	struct aisp_meet *meet = s->across.meet;
	int rc = aisp_meet_all(meet, AISP_AT_FACTS, &ours, sizeof(ours), all,
			       &s->across.err);

	for (int node = 1; node < meet->n_nodes && !rc && !meet->node; node++)
		join_facts(m, &all[node]);
	return rc;
}

/* Times by a clock that jumped mean nothing: the launch has failed. */
static int distrust(struct aisp_session *s, int node)
{
	s->launch.status = AISP_LAUNCH_FAILED;
	snprintf(s->launch.cause, sizeof(s->launch.cause),
		 "the clock of node %d jumped against node 0's: no time of this launch "
		 "means anything",
		 node);
	return 1;
}

static int add_bound(struct aisp_session *s, struct aisp_measured *m,
		     const struct aisp_offset *after)
{
	double elapsed_ns = (double)(aisp_now_ns() - s->across.begun_ns);
	int jumped = aisp_offsets_add(m, s->across.before, after,
				      s->across.meet->n_nodes, elapsed_ns);

	return jumped ? distrust(s, jumped) : 0;
}

/* Finish a launch that ended well on all nodes. */
static int finish(struct aisp_session *s, struct aisp_measured *m)
{
	struct aisp_offset after[AISP_MAX_NODES];
	int rc = aisp_node_clocks(s->across.meet, after, &s->across.err);

	if (!rc)
		rc = exchange_facts(s, m);
	rc = settle(s, rc);
	return rc ? rc : add_bound(s, m, after);
}

int aisp_across_end(struct aisp_session *s, struct aisp_measured *m, int rc,
		    struct aisp_err *err)
{
	struct aisp_meet *meet = s->across.meet;

	if (!meet)
		return rc;
	if (rc && !s->across.is_lost)
		return rc; /* the harness failed: aisp_across_leave() tells */
	if (!rc && !s->across.is_lost) {
		if (s->launch.status == AISP_LAUNCH_OK)
			finish(s, m);
		else
			tell_end(s);
	}
	if (s->across.is_lost)
		return aisp_err_set(err, "%s", s->across.err.msg);
	aisp_meet_again(meet);
	return rc;
}
