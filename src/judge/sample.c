/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <math.h>

#include "base/clock.h"
#include "decide/resolve.h"
#include "device/written_files.h"
#include "moment.h"
#include "probes/process.h"
#include "rank_arrivals.h"
#include "sample_files.h"
#include "stamps.h"

#define MAX_TRIES   12
#define NAP_NS      100000
#define GATE_NAP_NS 3000000 /* a GPU's time slice: the gate's context runs again */
#define TICK_NS     10e6    /* the kernel's longest, of 100 Hz */
#define RETAKE_NS   INT64_C(400000000) /* of a launch, for samples taken again */

/* Who has slept gets a whole time slice. */
static void take_a_nap(long ns)
{
	const struct timespec nap = { 0, ns };

	nanosleep(&nap, NULL);
}

/* Of a sample before the bell: inputs are shown, and the worker waits for it. */
struct before {
	struct aisp_moment stopped, awake;
	struct aisp_files_mark files; /* while it is stopped */
	struct aisp_energy energy;    /* likewise; none where a device has its own */
};

/* Do its threads keep each other from the CPUs? */
static bool is_crowd(const struct aisp_launch *l, const struct aisp_interference *lost)
{
	return l->plan->is_spin && !lost->is_single && lost->worker_ns > 0 &&
	       aisp_threads_crowd(l->pid);
}

/* A crowd of its own makes no sample worth another, nor is it an early start. */
static double wake_charge_ns(const struct aisp_session *s,
			     struct aisp_interference *lost)
{
	double limit_ns = aisp_wake_limit_ns(s->harness->bias.wake_ns), charge_ns;
	bool is_own = is_crowd(&s->launch, lost);

	if (is_own)
		lost->worker_ns = 0;
	charge_ns = aisp_wake_charge_ns(lost, limit_ns);
	return is_own && charge_ns > limit_ns ? limit_ns : charge_ns; /* NaN stays */
}

/*
 * Fresh inputs, and the worker awake and waiting for the bell.  What it can do before
 * that is bound by the clock, and by the kernel's word on how long it ran.  As
 * aisp_session_sample().
 */
static int wake_up(struct aisp_session *s, uint64_t set, bool is_cold, struct before *b,
		   struct aisp_sample *x, struct aisp_err *err)
{
	struct aisp_launch *l = &s->launch;
	struct aisp_interference lost;

	if (aisp_launch_arm(l, 0, s->sampling->calls_per_sample) ||
	    aisp_launch_pause(l))
		return 1;
	if (aisp_session_refill(s, set, is_cold, err))
		return -1;
	aisp_files_mark(s, &b->files);
	if (s->n_tries)
		take_a_nap(NAP_NS);
	if (l->plan->is_gated)
		take_a_nap(GATE_NAP_NS);
	b->energy.n = 0;
	if (s->buffers->device->kind->is_host)
		aisp_energy_read(&b->energy);
	aisp_moment_now(&b->stopped, l);
	if (aisp_launch_resume(l))
		return 1;
	aisp_files_note_early(s, &b->files);
	aisp_moment_now(&b->awake, l);
	aisp_interference_between(&b->stopped, &b->awake, l, &lost);
	x->wake_ns = wake_charge_ns(s, &lost);
	x->free_ns =
		fmin(lost.wall_ns, b->awake.worker_cpu_ns - b->stopped.worker_cpu_ns);
	if (s->buffers->device->kind->is_async) /* nearly all of which is the driver's,
						   with any variant */
		x->free_ns = fmax(0, x->wake_ns - s->harness->bias.wake_ns) /
			     s->sampling->calls_per_sample;
	return 0;
}

/* What the rings of a sample took together. */
struct rung {
	int64_t ns;
	uint64_t ticks;
	double gap_ns, late_ns;
	double free_ns; /* from when inputs could be seen until the bell, all calls */
	double most_free_ns; /* of a call */
	int64_t first_ns;    /* when the first bell rang */
	int64_t answered_ns; /* when the last call had answered */
	double between_ns;   /* from answers to the next bells, all calls */
	double stop_ns;      /* from the last answer until the worker stood still */
	bool is_torn;
};

/*
 * One call, or a step of one, alone with what it may see.  1 if the variant ended the
 * launch.
 */
static int ring_once(struct aisp_session *s, int slot, int64_t step, struct rung *r)
{
	struct aisp_launch *l = &s->launch;
	int64_t t, shown_ns;
	double free_ns;

	if ((slot || step) && !l->plan->is_spin && aisp_launch_ready(l))
		return 1;
	aisp_contract_next(s->contract, &s->answers.io, step);
	shown_ns = aisp_now_ns();
	if (s->contract->problem.n_steps)
		aisp_buffers_reveal_step(s->buffers, slot, step);
	else
		aisp_buffers_reveal(s->buffers, slot);
	if (s->delayed && slot == s->delayed_slot &&
	    aisp_launch_hold(l, s->delayed, s->delay_ns))
		return 1;
	t = aisp_launch_run(l, slot, 1);
	if (t < 0)
		return 1;
	if (!r->first_ns)
		r->first_ns = l->rung_ns;
	else
		r->between_ns += (double)(l->rung_ns - r->answered_ns);
	r->answered_ns = l->answered_ns;
	aisp_stamp_answer(s->contract, &s->answers.io, step,
			  aisp_call_ns(&s->harness->bias, (double)t, 1));
	free_ns = (double)(l->rung_ns - shown_ns);
	r->free_ns += free_ns;
	r->most_free_ns = fmax(r->most_free_ns, free_ns);
	r->ns += t;
	r->ticks += l->ring_ticks;
	r->is_torn |= l->is_torn;
	r->gap_ns = fmax(r->gap_ns, l->gap_ns);
	r->late_ns += l->late_ns;
	return 0;
}

/* Rings of a call: the steps of an episode, of which none knows the next. */
static int64_t n_rings(const struct aisp_session *s)
{
	return s->contract->problem.n_steps ? s->contract->problem.n_steps : 1;
}

static int call(struct aisp_session *s, int slot, struct rung *r)
{
	double flushes = aisp_written_flushes(s->buffers);

	if (s->has_answers)
		aisp_answers_begin(&s->answers, s->buffers, slot);
	for (int64_t step = 0; step < n_rings(s); step++) {
		if (ring_once(s, slot, step, r))
			return 1;
		if (s->has_answers)
			aisp_answers_take_step(&s->answers, s->buffers, slot, step);
	}
	aisp_files_note_written(s, slot, flushes);
	aisp_late_writes_copy(&s->late_writes, s->buffers, slot);
	return 0;
}

/*
 * A call on the CPU sees no inputs but its own: those of the next are kept from the
 * worker until it has answered, or there is no next.
 */
static int call_each(struct aisp_session *s, uint64_t bits, struct rung *r,
		     struct aisp_sample *x)
{
	int n = s->sampling->calls_per_sample;

	aisp_late_writes_begin(&s->late_writes, s->buffers, n, bits);
	for (int slot = 0; slot < n; slot++)
		if (call(s, slot, r))
			return 1;
	if (s->buffers->stage)
		x->free_ns = r->free_ns / n;
	return 0;
}

/* The GPU's calls share a ring. */
static int call_all(struct aisp_session *s, struct rung *r)
{
	struct aisp_launch *l = &s->launch;

	if (s->delayed && aisp_launch_hold(l, s->delayed, s->delay_ns))
		return 1;
	r->ns = aisp_launch_run(l, 0, s->sampling->calls_per_sample);
	r->ticks = l->ring_ticks;
	r->is_torn = l->is_torn;
	r->gap_ns = l->gap_ns;
	r->late_ns = l->late_ns;
	return r->ns < 0;
}

/* What others took of the rings since the worker was awake. */
static void find_interference(const struct aisp_session *s, const struct before *b,
			      const struct aisp_moment *answered,
			      struct aisp_interference *lost)
{
	const struct aisp_launch *l = &s->launch;

	aisp_interference_between(&b->awake, answered, l, lost);
	/* What runs now ran until the last tick, as far as the kernel knows. */
	lost->others_cpu_ns = aisp_others_cpu_ns(&b->stopped, answered, l);
	if (s->buffers->device->kind->is_async)
		lost->is_single = false; /* it waits for the device, which goes on */
	else if (l->tasks.n > s->contract->problem.n_threads || is_crowd(l, lost))
		lost->worker_ns = 0; /* more threads than declared, or than CPUs that it
				      * chose for them: its own doing */
}

/*
 * What each thread ran for a call at least, whoever else had the CPUs.  The kernel's
 * word is exact while the worker is stopped, and lags a tick behind while it runs: of
 * what it ran in all, what it can have run before the bell does not count.
 */
static double call_cpu_ns(const struct aisp_session *s, const struct before *b,
			  const struct aisp_moment *answered, double ring_ns)
{
	double n_threads = s->contract->problem.n_threads;
	double outside_ns = (double)(answered->wall_ns - b->stopped.wall_ns) - ring_ns;
	double all = (answered->worker_cpu_ns - b->stopped.worker_cpu_ns) / n_threads;
	double late = (answered->worker_cpu_ns - b->awake.worker_cpu_ns) / n_threads;

	return fmax(0, fmax(all - outside_ns, late - TICK_NS)) /
	       s->sampling->calls_per_sample;
}

/* From before it was awake until it stands still again.  1 if the variant ended the
 * launch. */
static int note_energy(struct aisp_session *s, const struct before *b,
		       struct aisp_sample *x)
{
	struct aisp_energy ended = { 0 };

	if (b->energy.n && aisp_launch_energy(&s->launch, &ended))
		return 1;
	x->energy_j =
		aisp_energy_between(&b->energy, &ended) / s->sampling->calls_per_sample;
	return 0;
}

/*
 * Between samples nobody watches what a worker does; so it stands still from its last
 * answer on.  Who has not written all by then goes on: what becomes of that is seen.  1
 * if the variant ended the launch.
 */
static int stand_still(struct aisp_session *s, struct rung *r)
{
	if (s->buffers->device->kind->is_async || s->launch.is_paused ||
	    aisp_late_writes_unwritten(&s->late_writes, s->buffers, s->poison))
		return 0;
	if (aisp_launch_pause(&s->launch))
		return 1;
	r->stop_ns = (double)(aisp_now_ns() - r->answered_ns);
	return 0;
}

/* The bell, and what the answers' time is worth.  1 if the variant ended the launch. */
static int ring(struct aisp_session *s, const struct before *b, uint64_t bits,
		struct aisp_sample *x)
{
	bool is_async = s->buffers->device->kind->is_async;
	int n = s->sampling->calls_per_sample;
	double rings = is_async ? 1 : (double)(n * n_rings(s));
	const struct aisp_bias *bias = &s->harness->bias;
	struct aisp_launch *l = &s->launch;
	struct aisp_interference lost;
	struct aisp_moment answered;
	struct rung r = { 0 };

	if (is_async ? call_all(s, &r) : call_each(s, bits, &r, x))
		return 1;
	if (!s->buffers->stage && !is_async)
		x->free_ns = aisp_open_ns(x->free_ns, b->awake.wall_ns, r.first_ns);
	/* Who sleeps until a worker stands still reads the clocks first. */
	if (l->plan->is_spin && stand_still(s, &r))
		return 1;
	aisp_moment_now(&answered, l);
	if (stand_still(s, &r) || note_energy(s, b, x))
		return 1;
	x->after_ns = (r.between_ns + r.stop_ns) / n;
	find_interference(s, b, &answered, &lost);
	x->cpu_ns = call_cpu_ns(s, b, &answered, (double)r.ns);
	x->state = aisp_sample_judge((double)r.ns, r.gap_ns, r.late_ns, &lost,
				     &x->others_ns);
	if (s->buffers->stage && aisp_is_early(r.most_free_ns))
		x->state = AISP_SAMPLE_SPOILT; /* the judge was away before the bell */
	if (aisp_is_late_stop(r.stop_ns, (double)r.ns))
		x->state = AISP_SAMPLE_SPOILT; /* who goes on does other calls' work */
	x->ring_ns = (double)r.ns;
	x->last = aisp_ranks_last(l);
	x->is_crowded = lost.judge_waited_ns > AISP_CROWDED_NS;
	if (l->is_patient && l->late_ns < AISP_PREEMPT_NS) {
		x->state = AISP_SAMPLE_SPOILT; /* an idle CPU: late, nobody knows how */
		s->n_crowded = 0;
	}
	x->waited_ns = lost.worker_ns + r.late_ns;
	x->ns = (double)n_rings(s) * aisp_call_ns(bias,
						  ((double)r.ns - x->others_ns) / rings,
						  is_async ? n : 1);
	x->event_ns = (aisp_launch_event_ns(l) - bias->event_ns) / n;
	if (x->state == AISP_SAMPLE_CLEAN && !r.is_torn)
		aisp_launch_count_ticks(l, r.ns, r.ticks);
	return 0;
}

/* One attempt.  As aisp_session_sample(). */
static int attempt(struct aisp_session *s, uint64_t set, int index, bool is_cold,
		   struct aisp_sample *x, struct aisp_err *err)
{
	const struct aisp_open_device *d = s->buffers->device;
	struct before before;
	uint64_t bits = aisp_seed_key(&s->harness->seed, s->number, set, UINT64_MAX);
	int rc = wake_up(s, set, is_cold, &before, x, err);

	if (!rc)
		rc = ring(s, &before, bits, x);
	if (rc)
		return rc;
	if (isnan(x->wake_ns))
		x->state = AISP_SAMPLE_SPOILT;
	x->sm_mhz = NAN;
	if (aisp_session_snapshot(s, err) ||
	    (d->ops->clock_mhz && d->ops->clock_mhz(d->state, &x->sm_mhz, err)) ||
	    aisp_session_verify(s, index, bits, err))
		return -1;
	return aisp_session_check_snapshot(s, err);
}

/* Others had the CPUs, or the worker was busy before the bell. */
static bool is_worth_another(const struct aisp_session *s, const struct aisp_sample *x)
{
	if (s->contract->workload->score)
		return false; /* which noise does not change; and pairs share inputs */
	return x->state != AISP_SAMPLE_CLEAN ||
	       (s->harness->where.is_spin &&
		x->wake_ns > aisp_wake_limit_ns(s->harness->bias.wake_ns));
}

static void choose_patience(struct aisp_session *s, const struct aisp_sample *x)
{
	s->n_crowded += x->is_crowded;
	s->launch.is_patient = !s->buffers->device->kind->is_async &&
			       aisp_wants_patience(s->n_crowded, x->ring_ns);
}

int aisp_session_sample(struct aisp_session *s, enum aisp_stage stage, int index,
			bool is_cold, struct aisp_sample *x, struct aisp_err *err)
{
	for (int try = 0; try < MAX_TRIES; try++) {
		int64_t start_ns = aisp_now_ns();
		int timed = stage == AISP_STAGE_TIMED ? index : -1;
		struct aisp_sample y;
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

int aisp_session_once(struct aisp_session *s, enum aisp_stage stage,
		      struct aisp_err *err)
{
	struct aisp_sample x;

	return attempt(s, aisp_set_of(stage, 0, 0), -1, s->contract->problem.is_cold,
		       &x, err);
}
