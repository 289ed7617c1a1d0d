/* SPDX-License-Identifier: MIT
 *
 * measured_facts.c - what was observed of a launch, as facts for the checks.
 */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/stats.h"
#include "decide/interference.h"
#include "decide/resolve.h"
#include "device/device_group.h"
#include "probes/process.h"
#include "rank_delay.h"
#include "stamps.h"

#define MPI_THREADS  3 /* of Open MPI and PMIx; they sleep during calls */
#define NCCL_THREADS 8 /* of NCCL's proxies and their driver; they sleep, too */

/*
 * A variant that is wrong for the announced data, too, is not blamed for other data,
 * nor is one that writes nothing: those elements count as unwritten.
 */
static void note_hostile(const struct aisp_session *s, struct aisp_evidence *e)
{
	const struct aisp_tally *t = &s->hostile_tally;
	bool is_right = aisp_tally_passes(&s->tally) && !s->n_invariant;
	int64_t n_wrong = aisp_tally_bad(t) - t->n_unwritten;

	e->hostile_elems = (double)t->n_elems;
	e->hostile_wrong = 0;
	e->n_unwritten += (double)t->n_unwritten;
	if (t->n_elems && is_right && !aisp_tally_passes(t))
		e->hostile_wrong = fmax(t->n_unwritten == 0, (double)n_wrong);
}

/* One finding for wrong values: low or flushed ones must explain all of them. */
static void note_values(const struct aisp_tally *t, struct aisp_evidence *e)
{
	bool is_mixed = t->n_wrong || (t->n_low && t->n_flushed);

	e->n_wrong = (double)(t->n_wrong + (is_mixed ? t->n_low + t->n_flushed : 0));
	e->n_low = is_mixed ? 0 : (double)t->n_low;
	e->n_flushed = is_mixed ? 0 : (double)t->n_flushed;
}

void aisp_session_output_facts(const struct aisp_session *s, struct aisp_evidence *e)
{
	e->n_elems = (double)s->tally.n_elems;
	note_values(&s->tally, e);
	e->n_unwritten = (double)(s->tally.n_unwritten + aisp_tally_skipped(&s->tally));
	note_hostile(s, e);
	aisp_delay_facts(s, e);
	e->n_nan = (double)s->tally.n_nan;
	e->n_inf = (double)s->tally.n_inf;
	e->rms_ratio = aisp_tally_rms_ratio(&s->tally);
	e->max_ratio = s->tally.max_ratio;
	e->n_poison = (double)s->n_poison;
	e->n_late = (double)s->n_late;
	e->n_canary = (double)s->n_canary;
	memcpy(e->beside, s->beside, sizeof(e->beside));
	e->n_invariant = s->contract->workload->invariant ? (double)s->n_invariant : -1;
	if (s->n_invariant)
		memcpy(e->broken, s->broken, sizeof(e->broken));
}

void aisp_session_process_facts(const struct aisp_session *s,
				const struct aisp_process *before,
				const struct aisp_process *after,
				struct aisp_evidence *e)
{
	e->n_threads = fmax(before->n_threads, after->n_threads) -
		       s->harness->bias.n_driver_threads;
	if (s->buffers->meets)
		e->n_threads -=
			fmin(e->n_threads - 1, s->buffers->meets == AISP_MEETS_NCCL
						       ? NCCL_THREADS
						       : MPI_THREADS);
	e->n_threads_allowed = s->contract->problem.n_threads;
	e->n_minor_faults = after->n_minor_faults - before->n_minor_faults;
	e->n_major_faults = after->n_major_faults - before->n_major_faults;
	e->n_preempted = after->n_preempted - before->n_preempted;
}

/* The calls of a ring. */
static int n_shown(const struct aisp_session *s, const struct aisp_measured *m)
{
	return s->buffers->device->kind->is_async ? m->calls_per_sample : 1;
}

/* What holds for the launch whatever it does. */
static void note_setting(const struct aisp_session *s, const struct aisp_measured *m,
			 struct aisp_evidence *e)
{
	const struct aisp_problem *pr = &s->contract->problem;

	e->is_sandboxed = m->layers >> AISP_LAYER_CONFINED & 1;
	e->is_readonly = s->buffers->device->kind->is_readonly &&
			 m->layers >> AISP_LAYER_READONLY & 1;
	e->is_spin = s->harness->where.is_spin;
	e->n_ranks = pr->ranks.n;
	e->n_hosts = 1; /* across.c knows more */
	e->clock_half_ns = 0;
	e->n_rank_cpus = CPU_COUNT(&s->harness->where.worker);
	e->start_skew_ns = s->harness->bias.skew_ns;
	e->n_gpus = s->launch.report ? s->launch.report->n_gpus : 0;
	e->n_shown = n_shown(s, m);
	e->n_samples_planned = s->sampling->n_samples;
	e->n_steps = (double)pr->n_steps;
	e->is_closed = s->contract->workload->next != NULL;
	e->is_clocked = aisp_has_clock(pr);
}

/* In either direction, as a ratio change. */
static double stood_share(const struct aisp_scores *s)
{
	return s->n ? expm1(fabs(log(s->value / s->delayed))) : NAN; /* keeps NaN */
}

/* Times of a call, and of what precedes and follows it. */
static void note_times(const struct aisp_session *s, const struct aisp_measured *m,
		       struct aisp_evidence *e)
{
	const struct aisp_bias *bias = &s->harness->bias;
	int calls = n_shown(s, m);

	e->call_ns = m->median_ns;
	e->mean_ns = m->n_samples ? aisp_mean(m->samples_ns, m->n_samples) : NAN;
	e->fresh_ns = s->fresh_ns;
	e->call_cpu_ns = s->cpu_ns;
	e->running_ns = s->running_ns;
	e->sample_ns = m->median_ns * calls;
	if (s->contract->problem.n_steps) /* each of which is rung for */
		e->sample_ns /= (double)s->contract->problem.n_steps;
	e->bias_ns = bias->ring_ns / calls + bias->call_ns;
	e->resolved_ns = aisp_resolved_ns(bias, calls);
	e->wake_ns = aisp_median_shift(s->timed_ns, s->wake_ns, s->n_woken) *
		     s->sampling->calls_per_sample;
	e->wake_empty_ns = bias->wake_ns;
	/* The shift of the median: work before a few bells moves only these samples. */
	e->free_ns = aisp_median_shift(s->timed_ns, s->free_ns, s->n_woken);
	e->after_ns = aisp_median(s->after_ns, s->n_woken);
}

/* What the device's own events, clocks and counters say. */
static void note_device(const struct aisp_session *s, const struct aisp_measured *m,
			struct aisp_evidence *e)
{
	const struct aisp_open_device *d = s->buffers->device;

	if (m->n_samples && d->kind->is_host)
		e->energy_j = s->energy_j / m->n_samples;
	if (m->n_samples && d->kind->has_events)
		e->event_ns = aisp_median(m->events_ns, m->n_samples);
	if (m->n_samples && d->ops->clock_mhz)
		e->sm_mhz = aisp_median(m->sm_mhz, m->n_samples);
	if (d->ops->clock_mhz)
		e->gpu_busy_share = aisp_device_busy_share(
			s->look_ns,
			s->n_looks < AISP_N_LOOKS ? s->n_looks : AISP_N_LOOKS);
}

/* How inputs and written files were used. */
static void note_data(const struct aisp_session *s, const struct aisp_measured *m,
		      struct aisp_evidence *e)
{
	e->is_fresh = !s->harness->n_user_inputs && !s->freshness.n_repeated;
	e->n_early_pages = (double)s->n_early_pages;
	e->n_unsynced = s->n_unsynced;
	e->n_flushes = isinf(s->n_flushes) ? NAN : s->n_flushes;
	if (m->n_samples && aisp_buffers_have_digests(s->buffers))
		e->n_in_changed = (double)s->n_in_changed;
	else if (e->is_readonly)
		e->n_in_changed = 0;
}

void aisp_session_launch_facts(const struct aisp_session *s,
			       const struct aisp_measured *m, struct aisp_evidence *e)
{
	note_setting(s, m, e);
	note_times(s, m, e);
	note_device(s, m, e);
	note_data(s, m, e);
	e->n_retaken = s->n_tries;
	e->tried_ns = s->n_tried ? exp(s->tried_log_ns / s->n_tried) : NAN;
	e->n_spoilt = s->n_spoilt;
	e->is_disturbed = 2 * s->n_spoilt > m->n_samples;
	e->n_samples = m->n_samples;
	e->n_scored = s->scores ? m->scores.n : -1;
	if (e->is_clocked == 1)
		e->stood_share = stood_share(&m->scores);
}

void aisp_session_health_facts(struct aisp_session *s, struct aisp_evidence *e)
{
	const struct aisp_open_device *d = s->buffers->device;
	pid_t ours[1 + AISP_MAX_RANKS] = { getpid() };
	int n = 1;

	if (!d->kind->health)
		return;
	for (const struct aisp_launch *m = &s->launch; m; m = m->next_rank)
		ours[n++] = m->pid;
	aisp_device_health_read(d, ours, n, &s->health);
	e->gpu_power_w = s->health.power_w;
	e->gpu_celsius = s->health.celsius;
	e->gpu_reasons = s->health.reasons;
	e->n_gpu_others = s->health.n_others;
}
