/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stats.h"
#include "explain.h"
#include "probes/process.h"
#include "resolve.h"
#include "said.h"
#include "session.h"

#define N_OTHERWISE 3
#define AGAIN_NS    INT64_C(100000000)

/* What one sample shows. */
struct sample {
	double ns;       /* of a call, the doorbell's cost subtracted */
	double event_ns; /* of a call, by the GPU's events */
	double sm_mhz;
};

/*
 * Fresh inputs, and the worker awake and waiting for the bell.  One that was busy in
 * between may know its results: it gets other inputs.  So does an honest one whose
 * CPU others had.  As sample().
 */
static int wake_up(struct aisp_session *s, bool is_cold, int64_t *wake_ns,
		   struct aisp_err *err)
{
	double limit_ns = aisp_wake_limit_ns(s->bench->bias.wake_ns);
	int64_t start_ns = aisp_now_ns();

	do {
		if (aisp_launch_pause(&s->launch))
			return 1;
		if (aisp_session_refill(s, is_cold, err))
			return -1;
		*wake_ns = aisp_launch_resume(&s->launch);
		if (*wake_ns < 0)
			return 1;
	} while (s->bench->where.is_spin && (double)*wake_ns > limit_ns &&
		 aisp_now_ns() - start_ns < AGAIN_NS);
	return 0;
}

/*
 * The index counts the timed samples; -1 for others.  1 if the variant ended the
 * launch, -1 if the harness failed.
 */
static int sample(struct aisp_session *s, int index, bool is_cold, struct sample *x,
		  struct aisp_err *err)
{
	int n = s->sampling->calls_per_sample;
	const struct aisp_bias *bias = &s->bench->bias;
	const struct aisp_gpu_device *on = s->buffers->on;
	uint64_t bits;
	int64_t t, wake_ns;
	int rc;

	rc = wake_up(s, is_cold, &wake_ns, err);
	if (rc)
		return rc;
	bits = aisp_seed_key(&s->bench->seed, s->number, s->n_filled, UINT64_MAX);
	aisp_around_ring(&s->around, s->launch.pid);
	t = aisp_launch_run(&s->launch, 0, n);
	if (t < 0)
		return 1;
	s->wake_ns[s->n_woken++ % AISP_N_WAKES] = (double)wake_ns;
	x->ns = aisp_call_ns(bias, (double)t, n);
	x->event_ns = (aisp_launch_event_ns(&s->launch) - bias->event_ns) / n;
	x->sm_mhz = NAN;
	if (aisp_session_look(s, bits, err))
		return -1;
	aisp_around_answer(&s->around, s->launch.pid, (double)t);
	if ((on && on->ops->sm_mhz(on->gpu, &x->sm_mhz, err)) ||
	    aisp_session_verify(s, index, bits, err))
		return -1;
	return aisp_session_look_again(s, err);
}

static int warm_up(struct aisp_session *s, struct aisp_measured *m,
		   struct aisp_err *err)
{
	struct sample x;
	int rc = 0;

	while (m->n_warmup < s->sampling->n_warmup && !rc) {
		rc = sample(s, -1, s->contract->problem.is_cold, &x, err);
		if (!rc)
			m->warmup_ns[m->n_warmup++] = x.ns;
	}
	return rc;
}

static int samples(struct aisp_session *s, struct aisp_measured *m,
		   struct aisp_err *err)
{
	struct sample x;
	int rc = 0;

	while (m->n_samples < s->sampling->n_samples && !rc) {
		rc = sample(s, m->n_samples, s->contract->problem.is_cold, &x, err);
		if (rc)
			break;
		m->events_ns[m->n_samples] = x.event_ns;
		m->sm_mhz[m->n_samples] = x.sm_mhz;
		m->samples_ns[m->n_samples++] = x.ns;
	}
	return rc;
}

/* With the GPU's cache in the other state: a figure beside the one that decides. */
static int samples_otherwise(struct aisp_session *s, struct aisp_measured *m,
			     struct aisp_err *err)
{
	bool is_cold = s->contract->problem.is_cold;
	double ns[N_OTHERWISE];
	struct sample x;

	if (!s->buffers->on || s->sampling->n_samples < N_OTHERWISE)
		return 0;
	for (int i = 0; i < N_OTHERWISE; i++) {
		int rc = sample(s, -1, !is_cold, &x, err);

		if (rc)
			return rc;
		ns[i] = x.ns;
	}
	m->evidence.cold_ns = is_cold ? m->median_ns : aisp_median(ns, N_OTHERWISE);
	m->evidence.hot_ns = is_cold ? aisp_median(ns, N_OTHERWISE) : m->median_ns;
	return 0;
}

/* One finding for wrong values: what explains some of them explains all or none. */
static void note_values(const struct aisp_tally *t, struct aisp_evidence *e)
{
	bool is_mixed = t->n_wrong || (t->n_low && t->n_flushed);

	e->n_wrong = (double)(t->n_wrong + (is_mixed ? t->n_low + t->n_flushed : 0));
	e->n_low = is_mixed ? 0 : (double)t->n_low;
	e->n_flushed = is_mixed ? 0 : (double)t->n_flushed;
}

static int explain(struct aisp_session *s, struct aisp_evidence *e,
		   struct aisp_err *err)
{
	int ignored = AISP_IGNORED_NOTHING, rc = 0;

	if (e->n_wrong > 0)
		rc = aisp_session_explain(s, &ignored, err);
	e->ignored = ignored;
	e->parts = aisp_marked_parts(&s->contract->problem);
	return rc;
}

static void note_outputs(const struct aisp_session *s, struct aisp_evidence *e)
{
	e->n_elems = (double)s->tally.n_elems;
	note_values(&s->tally, e);
	e->n_unwritten = (double)s->tally.n_unwritten;
	e->n_nan = (double)s->tally.n_nan;
	e->n_inf = (double)s->tally.n_inf;
	e->rms_ratio = aisp_tally_rms_ratio(&s->tally);
	e->max_ratio = s->tally.max_ratio;
	e->n_poison = (double)s->n_poison;
	e->n_late = (double)s->n_late;
	e->n_canary = (double)s->n_canary;
	e->n_invariant = s->contract->workload->invariant ? (double)s->n_invariant : -1;
}

static void note_process(const struct aisp_session *s,
			 const struct aisp_process *before,
			 const struct aisp_process *after, struct aisp_evidence *e)
{
	e->n_threads = fmax(before->n_threads, after->n_threads) -
		       s->bench->bias.n_driver_threads;
	e->n_threads_allowed = s->contract->problem.n_threads;
	e->n_minor_faults = after->n_minor_faults - before->n_minor_faults;
	e->n_major_faults = after->n_major_faults - before->n_major_faults;
	e->n_preempted = after->n_preempted - before->n_preempted;
}

static void note_launch(const struct aisp_session *s, const struct aisp_measured *m,
			struct aisp_evidence *e)
{
	e->is_sandboxed = m->layers >> AISP_LAYER_SEALED & 1;
	/* On a GPU a worker could ask for more before it is sealed. */
	e->is_readonly = !s->buffers->on && m->layers >> AISP_LAYER_READONLY & 1;
	e->is_spin = s->bench->where.is_spin;
	e->n_gpus = s->launch.report ? s->launch.report->n_gpus : 0;
	e->is_fresh = s->bench->n_given == 0;
	e->call_ns = m->median_ns;
	e->sample_ns = m->median_ns * m->calls_per_sample;
	e->bias_ns = s->bench->bias.ring_ns / s->sampling->calls_per_sample +
		     s->bench->bias.call_ns;
	e->resolved_ns =
		aisp_resolved_ns(&s->bench->bias, s->sampling->calls_per_sample);
	e->wake_ns = aisp_median(s->wake_ns,
				 s->n_woken < AISP_N_WAKES ? s->n_woken : AISP_N_WAKES);
	e->wake_empty_ns = s->bench->bias.wake_ns;
	if (s->buffers->on && m->n_samples) {
		e->event_ns = aisp_median(m->events_ns, m->n_samples);
		e->sm_mhz = aisp_median(m->sm_mhz, m->n_samples);
		e->n_in_changed = (double)s->n_in_changed;
	} else if (e->is_readonly) {
		e->n_in_changed = 0;
	}
	e->n_samples = m->n_samples;
	e->n_samples_planned = s->sampling->n_samples;
}

/* What the GPU says of itself while it is still warm. */
static void note_gpu(const struct aisp_session *s, struct aisp_evidence *e)
{
	const struct aisp_bench *bench = s->bench;
	const pid_t ours[] = { getpid(), s->launch.pid };
	struct aisp_gpu_state now;
	char names[200];

	if (!s->buffers->on || !bench->has_nvml ||
	    aisp_gpu_state_read(&bench->nvml, bench->on->info.bus_id, &now, NULL))
		return;
	e->gpu_power_w = now.power_w;
	e->gpu_celsius = now.temperature_c;
	if (now.reasons >= 0)
		e->gpu_reasons = (double)now.reasons;
	if (now.n_processes >= 0)
		e->n_gpu_others = aisp_gpu_others(&now, ours, 2, names, sizeof(names));
}

/* Warm-up, samples, evidence; the launch stands. */
static int measure_calls(struct aisp_session *s, struct aisp_measured *m,
			 struct aisp_err *err)
{
	struct aisp_process before, after;
	int rc;

	rc = warm_up(s, m, err);
	m->spawn_ns = s->launch.ready_ns;
	aisp_process_read(&before, s->launch.pid);
	aisp_around_begin(&s->around, s->launch.pid, &before);
	if (!rc)
		rc = samples(s, m, err);
	if (rc)
		return rc < 0 ? -1 : 0;
	aisp_process_read(&after, s->launch.pid);
	m->median_ns = aisp_median(m->samples_ns, m->n_samples);
	note_gpu(s, &m->evidence);
	rc = aisp_around_end(s, m, &before, &after);
	if (!rc)
		rc = aisp_session_alone(s, m->median_ns, &m->evidence, err);
	if (!rc)
		rc = samples_otherwise(s, m, err);
	if (rc)
		return rc < 0 ? -1 : 0;
	note_outputs(s, &m->evidence);
	aisp_session_observe(s, &m->evidence);
	note_process(s, &before, &after, &m->evidence);
	return explain(s, &m->evidence, err) < 0 ? -1 : 0;
}

static void take_report(struct aisp_measured *m, const struct aisp_launch *l)
{
	m->layers = aisp_launch_layers(l);
	m->cls = l->cls;
	aisp_said(m->summary, l->report->summary, sizeof(m->summary));
	aisp_said(m->library, l->report->library, sizeof(m->library));
}

int aisp_measure(struct aisp_measured *m, const struct aisp_bench *bench,
		 const struct aisp_contract *c, struct aisp_buffers *b,
		 const char *object, const struct aisp_sampling *sampling,
		 uint64_t number, struct aisp_err *err)
{
	struct aisp_session *s = calloc(1, sizeof(*s));
	int rc = -1;

	memset(m, 0, sizeof(*m));
	aisp_evidence_init(&m->evidence);
	m->median_ns = NAN;
	m->calls_per_sample = sampling->calls_per_sample;
	m->warmup_ns = calloc((size_t)sampling->n_warmup + 1, sizeof(double));
	m->samples_ns = calloc((size_t)sampling->n_samples + 1, sizeof(double));
	m->events_ns = calloc((size_t)sampling->n_samples + 1, sizeof(double));
	m->sm_mhz = calloc((size_t)sampling->n_samples + 1, sizeof(double));
	if (!s || !m->warmup_ns || !m->samples_ns || !m->events_ns || !m->sm_mhz) {
		aisp_err_errno(err, "memory for %d samples", sampling->n_samples);
		goto out;
	}
	s->bench = bench;
	s->contract = c;
	s->buffers = b;
	s->sampling = sampling;
	s->number = number;
	s->chosen = (int)aisp_random_below(
		aisp_seed_key(&bench->seed, number, UINT64_MAX, 0), 0,
		(uint64_t)sampling->n_samples);
	aisp_buffers_place(b, number % 2);
	if (aisp_session_refill(s, false,
				err)) /* noise for setup(); never used again */
		goto out;
	rc = aisp_launch_begin(&s->launch, bench->paths, &bench->where, b, object,
			       sampling->limit_ns, err);
	if (rc && s->launch.status != AISP_LAUNCH_NOT_RUN)
		rc = 0; /* the variant's doing: a result */
	else if (!rc)
		rc = measure_calls(s, m, err);
	if (s->launch.report)
		take_report(m, &s->launch);
	note_launch(s, m, &m->evidence);
	m->verify_ns = s->verify_ns;
	m->refill_ns = s->refill_ns;
	if (s->tally.n_elems && !aisp_tally_passes(&s->tally))
		aisp_tally_describe(&s->tally, c, m->wrong, sizeof(m->wrong));
	m->start_ns = s->launch.start_ns;
	aisp_launch_end(&s->launch);
	if (m->start_ns)
		m->wall_ns = aisp_now_ns() - m->start_ns;
	m->status = s->launch.status;
	memcpy(m->cause, s->launch.cause, sizeof(m->cause));
out:
	free(s);
	return rc;
}

void aisp_measured_release(struct aisp_measured *m)
{
	free(m->warmup_ns);
	free(m->samples_ns);
	free(m->events_ns);
	free(m->sm_mhz);
	free(m->libraries);
	memset(m, 0, sizeof(*m));
}
