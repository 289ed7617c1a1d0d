/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "across.h"
#include "base/clock.h"
#include "base/stats.h"
#include "contract_score.h"
#include "decide/plan.h"
#include "device/device_group.h"
#include "device/written_files.h"
#include "energy_calls.h"
#include "ignored_inputs.h"
#include "printable.h"
#include "probes/process.h"
#include "rank_delay.h"
#include "ranks.h"
#include "sample.h"

#define N_OTHER_CACHE 3

static int warm_up(struct aisp_session *s, struct aisp_measured *m,
		   struct aisp_err *err)
{
	struct aisp_sample x;
	int rc = 0;

	while (m->n_warmup < s->sampling->n_warmup && !rc) {
		rc = aisp_session_sample(s, AISP_STAGE_WARMUP, m->n_warmup,
					 s->contract->problem.is_cold, &x, err);
		if (!rc)
			m->warmup_ns[m->n_warmup++] = x.ns;
	}
	return rc;
}

static void keep(struct aisp_session *s, struct aisp_measured *m,
		 const struct aisp_sample *x)
{
	double all_ns = x->ns * s->sampling->calls_per_sample;

	m->events_ns[m->n_samples] = x->event_ns;
	m->sm_mhz[m->n_samples] = x->sm_mhz;
	if (m->lasts)
		m->lasts[m->n_samples] = x->last;
	m->samples_ns[m->n_samples++] = x->ns;
	s->n_spoilt += x->state == AISP_SAMPLE_SPOILT;
	s->cpu_ns = fmin(s->cpu_ns, x->cpu_ns);
	s->running_ns = fmin(s->running_ns, x->least_ns);
	s->energy_j += x->energy_j;
	if (!isnan(x->wake_ns)) {
		s->timed_ns[s->n_woken] = x->ns;
		s->free_ns[s->n_woken] = x->free_ns;
		s->after_ns[s->n_woken] = x->after_ns;
		s->wake_ns[s->n_woken++] = x->wake_ns / s->sampling->calls_per_sample;
	}
	aisp_conditions_sample(&s->conditions, x->waited_ns - x->others_ns, all_ns);
}

/*
 * A call like all others, at the size that is timed, but on data that a range, a sum,
 * an exponent or an order may not survive; or on other data than the user's, which
 * repeat.  The call has a tally of its own.
 */
static int hostile_sample(struct aisp_session *s, struct aisp_err *err)
{
	struct aisp_tally timed = s->tally;
	bool was_right = !s->wrong[0];
	struct aisp_sample x;
	int rc;

	memset(&s->tally, 0, sizeof(s->tally));
	s->is_hostile = true;
	rc = aisp_session_sample(s, AISP_STAGE_HOSTILE, 0, s->contract->problem.is_cold,
				 &x, err);
	aisp_session_set_apart(s, was_right);
	s->is_hostile = false;
	s->hostile_tally = s->tally;
	s->tally = timed;
	if (!rc && s->harness->n_user_inputs)
		s->fresh_ns = x.ns;
	return rc;
}

static int samples(struct aisp_session *s, struct aisp_measured *m,
		   struct aisp_err *err)
{
	struct aisp_sample x;
	int rc = 0;

	while (m->n_samples < s->sampling->n_samples && !rc) {
		if (m->n_samples == s->hostile_before)
			rc = hostile_sample(s, err);
		if (!rc && m->n_samples == s->delayed_before)
			rc = aisp_delay_sample(s, m, err);
		if (!rc)
			rc = aisp_session_sample(s, AISP_STAGE_TIMED, m->n_samples,
						 s->contract->problem.is_cold, &x, err);
		if (!rc)
			keep(s, m, &x);
	}
	return rc;
}

/* With the device's cache in the other state: a figure beside the one that decides. */
static int samples_other_cache(struct aisp_session *s, struct aisp_measured *m,
			       struct aisp_err *err)
{
	bool is_cold = s->contract->problem.is_cold;
	/* Few samples are planned if they take long: then one is enough here. */
	int n = s->sampling->n_samples > N_OTHER_CACHE ? N_OTHER_CACHE : 1;
	double ns[N_OTHER_CACHE];
	struct aisp_sample x;

	if (!s->buffers->device->ops->warm || s->sampling->n_samples < N_OTHER_CACHE)
		return 0;
	for (int i = 0; i < n; i++) {
		int rc = aisp_session_sample(s, AISP_STAGE_OTHER_CACHE, i, !is_cold, &x,
					     err);

		if (rc)
			return rc;
		ns[i] = x.ns;
	}
	m->evidence.cold_ns = is_cold ? m->median_ns : aisp_median(ns, n);
	m->evidence.hot_ns = is_cold ? aisp_median(ns, n) : m->median_ns;
	return 0;
}

static int explain(struct aisp_session *s, struct aisp_evidence *e,
		   struct aisp_err *err)
{
	int ignored = AISP_IGNORED_NOTHING, rc = 0;

	/* Other nodes compare nothing, and would not take part in these samples. */
	if (e->n_wrong > 0 && !s->contract->problem.n_steps && !s->launch.meet)
		rc = aisp_session_find_ignored(s, &ignored, err);
	e->ignored = ignored;
	e->parts = aisp_marked_parts(&s->contract->problem);
	return rc;
}

/* Warm-up, samples, evidence of a launch that has begun. */
static int measure_calls(struct aisp_session *s, struct aisp_measured *m,
			 struct aisp_err *err)
{
	struct aisp_process before, after;
	int rc;

	s->launch.has_arrivals = s->sampling->has_arrivals;
	rc = warm_up(s, m, err);
	m->spawn_ns = s->launch.ready_ns;
	aisp_process_read(&before, s->launch.pid);
	aisp_conditions_begin(&s->conditions, s->launch.pid, &before);
	aisp_ranks_begin_facts(s);
	if (!rc)
		rc = samples(s, m, err);
	if (rc)
		return rc < 0 ? -1 : 0;
	aisp_process_read(&after, s->launch.pid);
	m->median_ns = aisp_median(m->samples_ns, m->n_samples);
	aisp_session_health_facts(s, &m->evidence);
	rc = aisp_conditions_end(s, m, &before, &after);
	if (!rc)
		rc = samples_other_cache(s, m, err);
	if (!rc)
		rc = aisp_session_energy(s, m);
	if (rc)
		return rc < 0 ? -1 : 0;
	aisp_session_output_facts(s, &m->evidence);
	aisp_session_isolation_facts(s, &s->launch, &m->evidence);
	aisp_session_process_facts(s, &before, &after, &m->evidence);
	aisp_ranks_end_facts(s, &m->evidence);
	return explain(s, &m->evidence, err) < 0 ? -1 : 0;
}

static void take_end(struct aisp_measured *m, const struct aisp_session *s)
{
	const char *option = s->sampling->limit_option;

	m->status = s->launch.status;
	snprintf(m->cause, sizeof(m->cause), "%s", s->launch.cause);
	if (m->status == AISP_LAUNCH_HUNG && option)
		snprintf(m->cause, sizeof(m->cause), "%.400s (%s)", s->launch.cause,
			 option);
}

static void take_report(struct aisp_measured *m, const struct aisp_launch *l)
{
	m->layers = aisp_launch_layers(l);
	m->cls = l->cls;
	aisp_printable(m->summary, l->report->summary, sizeof(m->summary));
	aisp_printable(m->library, l->report->library, sizeof(m->library));
}

static int keep_scores(struct aisp_session *s, struct aisp_measured *m,
		       struct aisp_err *err)
{
	const struct aisp_score *score = s->contract->workload->score;

	if (!score)
		return 0;
	s->scores = &m->scores;
	m->scores.n_figures = aisp_score_n_figures(score);
	m->scores.each =
		calloc((size_t)s->sampling->n_samples + 1, sizeof(*m->scores.each));
	if (!m->scores.each)
		return aisp_err_errno(err, "scores of %d samples",
				      s->sampling->n_samples);
	return 0;
}

/* Keep what a score is computed from; and the rows of each step as it was answered,
 * whatever judges them: later a variant knows more. */
static int keep_answers(struct aisp_session *s, struct aisp_err *err)
{
	const struct aisp_score *score = s->contract->workload->score;

	s->has_answers = s->contract->problem.n_steps || (score && !score->is_memory);
	return s->has_answers
		       ? aisp_answers_init(&s->answers, &s->contract->problem, err)
		       : 0;
}

/* Of every sample, so that none can be early unseen. */
static int keep_wakes(struct aisp_session *s, struct aisp_err *err)
{
	size_t n = (size_t)s->sampling->n_samples + 1;

	s->timed_ns = calloc(4 * n, sizeof(double));
	if (!s->timed_ns)
		return aisp_err_errno(err, "memory for %zu samples", n - 1);
	s->wake_ns = s->timed_ns + n;
	s->free_ns = s->wake_ns + n;
	s->after_ns = s->free_ns + n;
	return 0;
}

static void release(struct aisp_session *s)
{
	if (!s)
		return;
	aisp_answers_release(&s->answers);
	free(s->timed_ns);
	free(s);
}

/* The kernel tells how long a worker waited for a CPU, no driver how long for a GPU. */
static int64_t limit_of(const struct aisp_session *s)
{
	int64_t ns = s->sampling->limit_ns;

	return s->buffers->device->kind->driver
		       ? aisp_shared_limit_ns(ns, &s->harness->bias)
		       : ns;
}

static void note_devices(struct aisp_measured *m, const struct aisp_open_device *d)
{
	m->n_devices = d->n_members;
	for (int rank = 0; rank < m->n_devices; rank++)
		m->devices[rank] = aisp_device_of_rank(d, rank)->number;
}

static bool has_room(struct aisp_measured *m, const struct aisp_sampling *sampling)
{
	size_t n = (size_t)sampling->n_samples + 1;

	m->warmup_ns = calloc((size_t)sampling->n_warmup + 1, sizeof(double));
	m->samples_ns = calloc(n, sizeof(double));
	m->events_ns = calloc(n, sizeof(double));
	m->sm_mhz = calloc(n, sizeof(double));
	if (sampling->has_arrivals)
		m->lasts = calloc(n, sizeof(*m->lasts));
	return m->warmup_ns && m->samples_ns && m->events_ns && m->sm_mhz &&
	       (m->lasts || !sampling->has_arrivals);
}

/* A random sample of the launch, drawn from that stream of random numbers. */
static int draw_sample(const struct aisp_session *s, uint64_t stream)
{
	return (int)aisp_random_below(
		aisp_seed_key(&s->harness->seed, s->number, UINT64_MAX, stream), 0,
		(uint64_t)s->sampling->n_samples);
}

static void begin_record(struct aisp_measured *m, const struct aisp_sampling *sampling,
			 const struct aisp_open_device *device)
{
	memset(m, 0, sizeof(*m));
	aisp_evidence_init(&m->evidence);
	m->median_ns = NAN;
	m->calls_per_sample = sampling->calls_per_sample;
	note_devices(m, device);
}

static void begin_session(struct aisp_session *s, const struct aisp_harness *harness,
			  const struct aisp_contract *c, struct aisp_buffers *b,
			  const struct aisp_sampling *sampling, uint64_t number)
{
	s->harness = harness;
	s->contract = c;
	s->buffers = b;
	s->sampling = sampling;
	s->number = number;
	s->fresh_ns = s->cpu_ns = s->running_ns = NAN;
	s->n_early_pages = -1;
	s->n_unsynced = aisp_has_written(&c->problem) ? 0 : -1;
	s->n_flushes = s->n_unsynced < 0 ? -1 : INFINITY;
	s->hostile_before = -1;
}

/* Allocate, and draw which samples are special. */
static int prepare(struct aisp_session *s, struct aisp_measured *m,
		   struct aisp_err *err)
{
	if (keep_scores(s, m, err) || keep_answers(s, err) || keep_wakes(s, err))
		return -1;
	if (s->sampling->has_hostile)
		s->hostile_before = draw_sample(s, 2);
	s->chosen = draw_sample(s, 0);
	aisp_delay_draw(s);
	if (s->contract->problem.ranks.n_nodes > 1) {
		s->across.meet = s->harness->where.meet;
		s->late_writes.here =
			aisp_ranks_here(&s->harness->where, &s->contract->problem);
	}
	return 0;
}

/* setup() sees random data, which are never used again. */
static int show_setup_data(struct aisp_session *s, struct aisp_err *err)
{
	if (aisp_buffers_stage(s->buffers, err))
		return -1;
	aisp_buffers_place(s->buffers, s->sampling->is_page_end);
	if (aisp_session_refill(s, aisp_set_of(AISP_STAGE_SETUP, 0, 0), false, err))
		return -1;
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++)
		aisp_buffers_reveal(s->buffers, slot);
	return 0;
}

static int run(struct aisp_session *s, struct aisp_measured *m, const char *object,
	       struct aisp_err *err)
{
	const struct aisp_harness *h = s->harness;
	int rc = aisp_launch_begin(&s->launch, h->paths, &h->where, s->buffers, object,
				   limit_of(s), err);

	rc = aisp_across_begin(s, rc, err);
	if (rc && s->launch.status != AISP_LAUNCH_NOT_RUN && !s->across.is_lost)
		return 0; /* the variant's doing, which is a result */
	return rc ? rc : measure_calls(s, m, err);
}

static void take_results(struct aisp_measured *m, struct aisp_session *s)
{
	if (s->launch.report)
		take_report(m, &s->launch);
	aisp_session_launch_facts(s, m, &m->evidence);
	m->verify_ns = s->verify_ns;
	m->refill_ns = s->refill_ns;
	m->retake_ns = s->retake_ns;
	m->most_tries = s->most_tries;
	m->start_ns = s->launch.start_ns;
	if (s->tally.n_elems && !aisp_tally_passes(&s->tally))
		memcpy(m->wrong, s->wrong, sizeof(m->wrong));
	memcpy(m->apart, s->apart, sizeof(m->apart));
}

int aisp_measure(struct aisp_measured *m, const struct aisp_harness *harness,
		 const struct aisp_contract *c, struct aisp_buffers *b,
		 const char *object, const struct aisp_sampling *sampling,
		 uint64_t number, struct aisp_err *err)
{
	struct aisp_session *s = calloc(1, sizeof(*s));
	int rc = -1;

	begin_record(m, sampling, b->device);
	if (!s || !has_room(m, sampling)) {
		aisp_err_errno(err, "memory for %d samples", sampling->n_samples);
		goto out;
	}
	begin_session(s, harness, c, b, sampling, number);
	if (prepare(s, m, err) || show_setup_data(s, err))
		goto out;
	rc = run(s, m, object, err);
	take_results(m, s);
	rc = aisp_across_end(s, m, rc, err);
	aisp_launch_end(&s->launch);
	if (m->start_ns)
		m->wall_ns = aisp_now_ns() - m->start_ns;
	take_end(m, s);
out:
	release(s);
	return rc ? rc : aisp_contract_check(c, err);
}
