/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stats.h"
#include "explain.h"
#include "lost.h"
#include "probes/process.h"
#include "resolve.h"
#include "said.h"
#include "session.h"

#define N_OTHERWISE 3
#define MAX_TRIES   12
#define NAP_NS      100000
#define RETAKE_NS   INT64_C(400000000) /* of a launch, for samples taken again */

/* What one sample shows. */
struct sample {
	enum aisp_sample_state state;
	double ring_ns;  /* of all calls, as the clock has it */
	bool is_crowded; /* others took the judge's CPU meanwhile */
	double ns; /* of a call; the doorbell's cost and others' time subtracted */
	double others_ns; /* that were subtracted, of all calls */
	double waited_ns; /* that the worker was ready and had no CPU */
	double wake_ns;   /* that it ran between seeing its inputs and the bell */
	double event_ns;  /* of a call, by the GPU's events */
	double sm_mhz;
};

/* Who has slept gets a whole time slice. */
static void take_a_nap(void)
{
	const struct timespec nap = { 0, NAP_NS };

	nanosleep(&nap, NULL);
}

/* Fresh inputs, and the worker awake and waiting for the bell.  As sample(). */
static int wake_up(struct aisp_session *s, uint64_t set, bool is_cold,
		   struct aisp_moment *rung, double *wake_ns, struct aisp_err *err)
{
	struct aisp_launch *l = &s->launch;
	struct aisp_moment stopped;
	struct aisp_lost lost;

	if (aisp_launch_pause(l))
		return 1;
	if (aisp_session_refill(s, set, is_cold, err))
		return -1;
	if (s->n_tries)
		take_a_nap();
	aisp_moment_now(&stopped, l);
	if (aisp_launch_resume(l))
		return 1;
	aisp_moment_now(rung, l);
	aisp_lost_between(&stopped, rung, l, &lost);
	*wake_ns =
		aisp_wake_charge_ns(&lost, aisp_wake_limit_ns(s->bench->bias.wake_ns));
	return 0;
}

/* The bell, and what the answer's time is worth.  1 if the variant ended the launch. */
static int ring(struct aisp_session *s, const struct aisp_moment *rung,
		struct sample *x)
{
	int n = s->sampling->calls_per_sample;
	const struct aisp_bias *bias = &s->bench->bias;
	struct aisp_launch *l = &s->launch;
	struct aisp_moment answered;
	struct aisp_lost lost;
	int64_t t = aisp_launch_run(l, 0, n);

	if (t < 0)
		return 1;
	aisp_moment_now(&answered, l);
	aisp_lost_between(rung, &answered, l, &lost);
	if (s->buffers->on)
		lost.is_single = false; /* it waits for the GPU, which goes on */
	else if (l->tasks.n > s->contract->problem.n_threads)
		lost.worker_ns = 0; /* more threads than declared: its own doing */
	x->state = aisp_sample_judge((double)t, l->gap_ns, l->late_ns, &lost,
				     &x->others_ns);
	x->ring_ns = (double)t;
	x->is_crowded = lost.judge_waited_ns > AISP_CROWDED_NS;
	if (l->is_patient && l->late_ns < AISP_PREEMPT_NS) {
		x->state = AISP_SAMPLE_SPOILT; /* an idle CPU: late, nobody knows how */
		s->n_crowded = 0;
	}
	x->waited_ns = lost.worker_ns + l->late_ns;
	x->ns = aisp_call_ns(bias, (double)t - x->others_ns, n);
	x->event_ns = (aisp_launch_event_ns(l) - bias->event_ns) / n;
	if (x->state == AISP_SAMPLE_CLEAN)
		aisp_launch_count_ticks(l, t);
	return 0;
}

/* One attempt.  As sample(). */
static int attempt(struct aisp_session *s, uint64_t set, int index, bool is_cold,
		   struct sample *x, struct aisp_err *err)
{
	const struct aisp_gpu_device *on = s->buffers->on;
	struct aisp_moment rung;
	uint64_t bits = aisp_seed_key(&s->bench->seed, s->number, set, UINT64_MAX);
	int rc = wake_up(s, set, is_cold, &rung, &x->wake_ns, err);

	if (!rc)
		rc = ring(s, &rung, x);
	if (rc)
		return rc;
	if (isnan(x->wake_ns))
		x->state = AISP_SAMPLE_SPOILT;
	x->sm_mhz = NAN;
	if (aisp_session_look(s, bits, err) ||
	    (on && on->ops->sm_mhz(on->gpu, &x->sm_mhz, err)) ||
	    aisp_session_verify(s, index, bits, err))
		return -1;
	return aisp_session_look_again(s, err);
}

/* Others had the CPUs, or the worker was busy before the bell. */
static bool is_worth_another(const struct aisp_session *s, const struct sample *x)
{
	return x->state != AISP_SAMPLE_CLEAN ||
	       (s->bench->where.is_spin &&
		x->wake_ns > aisp_wake_limit_ns(s->bench->bias.wake_ns));
}

static void choose_patience(struct aisp_session *s, const struct sample *x)
{
	s->n_crowded += x->is_crowded;
	s->launch.is_patient =
		!s->buffers->on && aisp_wants_patience(s->n_crowded, x->ring_ns);
}

/*
 * A sample in which others had the CPUs is taken again, with other inputs: the worker
 * has seen these.  Which attempt counts is the kernel's word on who ran, never the
 * time that it took; of those that all were disturbed, the one that was least.  So is
 * one before which the worker was busy, until it is clear that it always is.  1 if the
 * variant ended the launch, -1 if the harness failed.
 */
static int sample(struct aisp_session *s, enum aisp_stage stage, int index,
		  bool is_cold, struct sample *x, struct aisp_err *err)
{
	for (int try = 0; try < MAX_TRIES; try++) {
		int64_t start_ns = aisp_now_ns();
		int timed = stage == AISP_STAGE_TIMED ? index : -1;
		struct sample y;
		int rc = attempt(s, aisp_set_of(stage, index, try), timed, is_cold, &y,
				 err);

		if (rc)
			return rc;
		if (!try || aisp_is_less_disturbed(y.state, y.others_ns, x->state,
						   x->others_ns))
			*x = y;
		s->n_tries += try > 0;
		choose_patience(s, &y);
		s->retake_ns += try ? aisp_now_ns() - start_ns : 0;
		if (!is_worth_another(s, &y) || s->retake_ns > RETAKE_NS)
			break;
	}
	return 0;
}

static int warm_up(struct aisp_session *s, struct aisp_measured *m,
		   struct aisp_err *err)
{
	struct sample x;
	int rc = 0;

	while (m->n_warmup < s->sampling->n_warmup && !rc) {
		rc = sample(s, AISP_STAGE_WARMUP, m->n_warmup,
			    s->contract->problem.is_cold, &x, err);
		if (!rc)
			m->warmup_ns[m->n_warmup++] = x.ns;
	}
	return rc;
}

static void keep(struct aisp_session *s, struct aisp_measured *m,
		 const struct sample *x)
{
	double all_ns = x->ns * s->sampling->calls_per_sample;

	m->events_ns[m->n_samples] = x->event_ns;
	m->sm_mhz[m->n_samples] = x->sm_mhz;
	m->samples_ns[m->n_samples++] = x->ns;
	s->n_spoilt += x->state == AISP_SAMPLE_SPOILT;
	if (!isnan(x->wake_ns))
		s->wake_ns[s->n_woken++ % AISP_N_WAKES] = x->wake_ns;
	aisp_around_sample(&s->around, x->waited_ns - x->others_ns, all_ns);
}

static int samples(struct aisp_session *s, struct aisp_measured *m,
		   struct aisp_err *err)
{
	struct sample x;
	int rc = 0;

	while (m->n_samples < s->sampling->n_samples && !rc) {
		rc = sample(s, AISP_STAGE_TIMED, m->n_samples,
			    s->contract->problem.is_cold, &x, err);
		if (!rc)
			keep(s, m, &x);
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
		int rc = sample(s, AISP_STAGE_OTHERWISE, i, !is_cold, &x, err);

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
	e->n_retaken = s->n_tries;
	e->n_spoilt = s->n_spoilt;
	e->is_disturbed = s->is_blind || 2 * s->n_spoilt > m->n_samples;
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
	/* noise for setup(); never used again */
	if (aisp_session_refill(s, aisp_set_of(AISP_STAGE_SETUP, 0, 0), false, err))
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
		memcpy(m->wrong, s->wrong, sizeof(m->wrong));
	m->retake_ns = s->retake_ns;
	m->start_ns = s->launch.start_ns;
	aisp_launch_end(&s->launch);
	if (m->start_ns)
		m->wall_ns = aisp_now_ns() - m->start_ns;
	m->status = s->launch.status;
	memcpy(m->cause, s->launch.cause, sizeof(m->cause));
out:
	free(s);
	return rc ? rc : aisp_contract_check(c, err);
}

bool aisp_measured_counts(const struct aisp_measured *m)
{
	return m->status == AISP_LAUNCH_OK && m->evidence.is_disturbed != 1;
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
