/* SPDX-License-Identifier: MIT
 *
 * profile_cpu.c - one launch for the time, one for the counters, one for the call
 * stacks, so that none disturbs another.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "decide/plan.h"
#include "judge/session.h"
#include "judge/stamps.h"
#include "profile/sampler.h"
#include "profile/unwind.h"
#include "profile_cpu.h"

#define CALLS_NS  INT64_C(1000000000) /* of calls that a launch collects */
#define WALL_NS   INT64_C(6000000000) /* with the filling of inputs, at most */
#define LIMIT_NS  INT64_C(60000000000)
#define N_RINGS   2000
#define N_WARM_UP 2

/* A launch under way, and when its calls ran. */
struct tour {
	struct profile_subject *subject;
	struct aisp_session session;
	struct aisp_stretch ring[N_RINGS];
	int n_rings;
	int64_t calls_ns;
	struct aisp_counters *counters; /* or NULL */
	struct aisp_tasks software[AISP_MAX_RANKS], judge;
	pid_t pid[AISP_MAX_RANKS]; /* by rank; of the only process */
	int n;
};

static struct aisp_buffers *new_buffers(struct profile_subject *s, struct aisp_err *err)
{
	return aisp_buffers_new(s->group.problem, s->contract.param,
				s->group.sampling.calls_per_sample,
				s->harness.scratch_dir, s->harness.device, err);
}

/* Makes a normal launch of the judge: the time of a call, and whether it is right. */
static int measure(struct profile_subject *s, const char *object, struct profile_cpu *p,
		   struct aisp_err *err)
{
	struct aisp_buffers *b = new_buffers(s, err);
	struct aisp_measured m;
	int rc;

	if (!b)
		return -1;
	rc = aisp_measure(&m, &s->harness, &s->contract, b, object, &s->group.sampling,
			  s->harness.n_launches++, err);
	aisp_buffers_free(b);
	if (rc)
		return -1;
	p->status = m.status;
	p->call_ns = m.median_ns;
	p->cls = m.cls;
	snprintf(p->why, sizeof(p->why), "%s", m.cause);
	memcpy(p->wrong, m.wrong, sizeof(p->wrong));
	memcpy(p->summary, m.summary, sizeof(p->summary));
	memcpy(p->library, m.library, sizeof(p->library));
	aisp_measured_release(&m);
	return 0;
}

/* Chooses the calls per ring from a pilot; then measures the time of a call. */
static int plan_and_measure(struct profile_subject *s, const char *object,
			    struct profile_cpu *p, struct aisp_err *err)
{
	struct aisp_group *g = &s->group;
	const struct aisp_sampling pilot = { .calls_per_sample = 1,
					     .n_warmup = 1,
					     .n_samples = 3,
					     .verify_budget_ns = 200000000,
					     .limit_ns = LIMIT_NS };

	g->sampling = pilot;
	if (measure(s, object, p, err))
		return -1;
	if (p->status != AISP_LAUNCH_OK)
		return 0;
	g->n_arms = 1;
	g->arms[0].status = AISP_ARM_OK;
	g->arms[0].pilot_ns = p->call_ns;
	aisp_group_plan(g, &s->suite->limits);
	return measure(s, object, p, err);
}

/* What the rings of one sample took, in ns; -1 if the variant ended the launch. */
static int64_t run_calls(struct aisp_session *s)
{
	int64_t n_steps = s->contract->problem.n_steps, sum_ns = 0;

	if (!n_steps)
		return aisp_launch_run(&s->launch, 0, s->sampling->calls_per_sample);
	for (int64_t step = 0; step < n_steps; step++) {
		int64_t ns;

		aisp_contract_next(s->contract, &s->buffers->io[0], step);
		aisp_buffers_reveal_step(s->buffers, 0, step);
		ns = aisp_launch_run(&s->launch, 0, 1);
		if (ns < 0)
			return -1;
		aisp_stamp_answer(s->contract, &s->buffers->io[0], step, (double)ns);
		sum_ns += ns;
	}
	return sum_ns;
}

static void read_tasks(const struct tour *t, struct aisp_tasks tasks[AISP_MAX_RANKS])
{
	for (int rank = 0; rank < t->n; rank++)
		aisp_tasks_read(&tasks[rank], t->pid[rank]);
}

/* Returns 1 if the variant ended the launch, -1 if the harness failed. */
static int ring(struct tour *t, bool is_counted, struct aisp_err *err)
{
	struct aisp_session *s = &t->session;
	struct aisp_tasks from[AISP_MAX_RANKS], to[AISP_MAX_RANKS];
	struct aisp_tasks before, after; /* the judge's */
	int64_t ns;

	if (aisp_session_refill(s, s->n_filled, s->contract->problem.is_cold, err))
		return -1;
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		aisp_buffers_reveal(s->buffers, slot);
	if (!is_counted)
		return run_calls(s) < 0;
	aisp_tasks_read(&before, getpid());
	read_tasks(t, from);
	if (t->counters)
		aisp_counters_begin(t->counters);
	t->ring[t->n_rings].from_ns = aisp_now_ns();
	ns = run_calls(s);
	t->ring[t->n_rings++].to_ns = aisp_now_ns();
	if (ns < 0)
		return 1;
	if (t->counters)
		aisp_counters_end(t->counters);
	read_tasks(t, to);
	aisp_tasks_read(&after, getpid());
	for (int rank = 0; rank < t->n; rank++)
		aisp_tasks_add(&t->software[rank], &from[rank], &to[rank]);
	aisp_tasks_add(&t->judge, &before, &after);
	t->calls_ns += ns;
	return 0;
}

static int ring_often(struct tour *t, struct aisp_err *err)
{
	int64_t start_ns = aisp_now_ns();
	int rc = 0;

	for (const struct aisp_launch *m = &t->session.launch; m; m = m->next_rank)
		t->pid[t->n++] = m->pid;

	for (int i = 0; i < N_WARM_UP && !rc; i++)
		rc = ring(t, false, err);
	while (!rc && t->n_rings < N_RINGS && t->calls_ns < CALLS_NS &&
	       aisp_now_ns() - start_ns < WALL_NS &&
	       !*t->subject->suite->limits.is_stopped)
		rc = ring(t, true, err);
	return rc;
}

/*
 * The worker sleeps between rings instead of spinning, which would be counted.
 * Inherited profilers must be open before.
 */
static int launch(struct tour *t, struct profile_subject *s, const char *object,
		  struct profile_cpu *p, struct aisp_err *err)
{
	struct aisp_placement where = s->harness.where;
	struct aisp_buffers *b = new_buffers(s, err);
	int rc = -1;

	if (!b)
		return -1;
	where.is_spin = false;
	t->subject = s;
	t->session = (struct aisp_session){ .harness = &s->harness,
					    .contract = &s->contract,
					    .buffers = b,
					    .sampling = &s->group.sampling,
					    .number = s->harness.n_launches++ };
	aisp_buffers_place(b, 0);
	if (aisp_session_refill(&t->session, 0, false, err))
		goto out;
	rc = aisp_launch_begin(&t->session.launch, s->harness.paths, &where, b, object,
			       LIMIT_NS, err);
	if (!rc)
		rc = ring_often(t, err);
	else if (t->session.launch.status != AISP_LAUNCH_NOT_RUN)
		rc = 1;
	if (rc == 1) {
		p->status = t->session.launch.status;
		snprintf(p->why, sizeof(p->why), "under a profiler: %s",
			 t->session.launch.cause);
		rc = 0;
	}
	aisp_launch_end(&t->session.launch);
out:
	aisp_buffers_free(b);
	return rc;
}

static struct tour *new_tour(struct aisp_err *err)
{
	struct tour *t = calloc(1, sizeof(*t));

	if (!t)
		aisp_err_errno(err, "memory for a launch");
	return t;
}

static int count(struct profile_subject *s, const char *object, struct profile_cpu *p,
		 struct aisp_err *err)
{
	struct tour *t = new_tour(err);
	struct aisp_counters counters;
	int rc;

	if (!t)
		return -1;
	aisp_counters_open(&counters, aisp_hardware, AISP_N_HARDWARE);
	t->counters = &counters;
	rc = launch(t, s, object, p, err);
	for (int i = 0; i < AISP_N_HARDWARE; i++)
		aisp_counters_get(&counters, i, &p->hardware[i]);
	aisp_counters_close(&counters);
	p->software = t->software[0];
	p->n_ranks = s->group.problem->ranks.n ? t->n : 0;
	for (int rank = 0; rank < p->n_ranks; rank++)
		p->ranks[rank].software = t->software[rank];
	/* without the worker's own sleeps, one per ring */
	p->software.count[AISP_SW_SLEEPS] =
		fmax(0, t->software[0].count[AISP_SW_SLEEPS] - t->n_rings);
	p->n_rings = t->n_rings;
	p->n_calls = (double)t->n_rings * s->group.sampling.calls_per_sample;
	p->wall_ns = aisp_tasks_wall_ns(&t->software[0], &t->judge, (double)t->calls_ns,
					s->group.problem->n_threads);
	free(t);
	return rc;
}

/* Functions in which a rank waits for others: it polls a signal or a stream, or calls
 * into a library that polls. */
static const char *const waits[] = { "aisp_signal_wait",
				     "aisp_rank_barrier",
				     "aisp_node_barrier",
				     "aisp_link_",
				     "MPI_",
				     "PMPI_",
				     NULL };

/* Adds the stacks of a rank, with lines or without, below a frame of its own. */
static int add_rank(const struct tour *t, const struct aisp_recording *r, int rank,
		    bool has_lines, struct profile_cpu *p, struct aisp_err *why)
{
	struct aisp_frame tree = { 0 };
	char name[16];
	int rc = aisp_unwind(r, t->pid[rank], t->ring, t->n_rings, "aisp-worker",
			     has_lines, &tree, why);

	snprintf(name, sizeof(name), "rank %d", rank);
	p->ranks[rank].n_samples = tree.n;
	p->ranks[rank].waiting =
		tree.n ? (double)aisp_stacks_within(&tree, waits) / (double)tree.n
		       : NAN;
	if (!rc && aisp_stacks_graft(has_lines ? &p->lines : &p->stacks, name, &tree))
		rc = aisp_err_set(why, "no memory for call stacks");
	aisp_stacks_release(&tree);
	return rc;
}

static int unwind(const struct tour *t, const struct aisp_recording *r,
		  struct profile_cpu *p, struct aisp_err *why)
{
	int rc = 0;

	for (int has_lines = 0; has_lines < 2 && !rc && !p->n_ranks; has_lines++)
		rc = aisp_unwind(r, 0, t->ring, t->n_rings, "aisp-worker", has_lines,
				 has_lines ? &p->lines : &p->stacks, why);
	for (int i = 0; i < 2 * p->n_ranks && !rc; i++)
		rc = add_rank(t, r, i / 2, i % 2, p, why);
	return rc;
}

static int sample(struct profile_subject *s, const char *object, struct profile_cpu *p,
		  struct aisp_err *err)
{
	struct tour *t = new_tour(err);
	struct aisp_recording r = { 0 };
	struct aisp_sampler *sampler;
	struct aisp_err why;
	int rc;

	if (!t)
		return -1;
	sampler = aisp_sampler_new(&why);
	if (!sampler) {
		snprintf(p->no_stacks, sizeof(p->no_stacks), "%s", why.msg);
		free(t);
		return 0;
	}
	rc = launch(t, s, object, p, err);
	aisp_sampler_free(sampler, &r);
	p->n_lost = r.n_lost;
	if (!rc && unwind(t, &r, p, &why))
		snprintf(p->no_stacks, sizeof(p->no_stacks), "%s", why.msg);
	aisp_recording_release(&r);
	free(t);
	return rc;
}

int profile_cpu_run(struct profile_subject *s, const char *object,
		    struct profile_cpu *p, struct aisp_err *err)
{
	memset(p, 0, sizeof(*p));
	p->call_ns = NAN;
	for (int rank = 0; rank < AISP_MAX_RANKS; rank++)
		p->ranks[rank].waiting = NAN;
	if (plan_and_measure(s, object, p, err))
		return -1;
	if (p->status == AISP_LAUNCH_OK && count(s, object, p, err))
		return -1;
	if (p->status == AISP_LAUNCH_OK && s->has_stacks && sample(s, object, p, err))
		return -1;
	return 0;
}

void profile_cpu_release(struct profile_cpu *p)
{
	aisp_stacks_release(&p->stacks);
	aisp_stacks_release(&p->lines);
}
