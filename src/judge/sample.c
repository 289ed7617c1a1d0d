/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <math.h>

#include "across.h"
#include "base/clock.h"
#include "decide/resolve.h"
#include "device/written_files.h"
#include "moment.h"
#include "rank_arrivals.h"
#include "sample_bell.h"
#include "sample_files.h"

#define MAX_TRIES   12
#define NAP_NS      100000
#define GATE_NAP_NS 3000000 /* a GPU's time slice: the gate's context runs again */
#define TICK_NS     10e6    /* the kernel's longest, at 100 Hz */
#define RESUME_NS   400000  /* before the nodes' common bell, to wake up */
#define RETAKE_NS   INT64_C(400000000) /* of a launch, for all repeated samples */

/* A thread that has slept gets a whole time slice. */
static void take_a_nap(long ns)
{
	const struct timespec nap = { 0, ns };

	nanosleep(&nap, NULL);
}

/* A sample before its bell: inputs are shown, and the worker waits for the bell. */
struct before {
	struct aisp_moment stopped, awake;
	int64_t ready_ns;             /* when it said that it is awake */
	double woken_ns;              /* until then; waits count if it is one thread */
	struct aisp_files_mark files; /* while the worker is stopped */
	struct aisp_energy energy;    /* likewise; none if the device has a counter */
};

/* Do the worker's own threads keep each other from the CPUs? */
static bool is_crowd(const struct aisp_launch *l, const struct aisp_interference *lost)
{
	return l->plan->is_spin && !lost->is_single && lost->worker_ns > 0 &&
	       aisp_threads_crowd(l->pid);
}

/* Waits in a crowd of its own threads are no disturbance, and no early start. */
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

/* Does all that the variant can start wait behind the judge's gate? */
static bool is_closed(const struct aisp_plan *p)
{
	return p->is_gated && p->launcher_path[0];
}

/*
 * Make fresh inputs, and wake the worker, which waits for the bell.  What it can do
 * before the bell is bounded by the clock, and by how long it ran, as the kernel says.
 * Returns what aisp_session_sample() returns.
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
	s->across.is_late = false;
	if (aisp_across_agree(s))
		return 1;
	aisp_across_wait(s, RESUME_NS);
	aisp_moment_now(&b->stopped, l);
	if (aisp_launch_resume(l))
		return 1;
	b->ready_ns = l->answered_ns;
	aisp_files_note_early(s, &b->files);
	aisp_moment_now(&b->awake, l);
	aisp_interference_between(&b->stopped, &b->awake, l, &lost);
	x->wake_ns = wake_charge_ns(s, &lost);
	b->woken_ns = (double)(b->ready_ns - b->stopped.wall_ns) -
		      s->harness->bias.wake_least_ns -
		      (lost.is_single ? lost.worker_ns : 0);
	x->free_ns = NAN;                       /* known when it stops */
	if (s->buffers->device->kind->is_async) /* nearly all of it is the driver's */
		x->free_ns = aisp_device_open_ns(is_closed(l->plan), x->wake_ns,
						 s->harness->bias.wake_ns,
						 s->sampling->calls_per_sample);
	return 0;
}

/* What others took of the rings since the worker was awake. */
static void find_interference(const struct aisp_session *s, const struct before *b,
			      const struct aisp_moment *answered,
			      struct aisp_interference *lost)
{
	const struct aisp_launch *l = &s->launch;

	aisp_interference_between(&b->awake, answered, l, lost);
	/* Of a running thread the kernel knows the CPU time until the last tick. */
	lost->others_cpu_ns = aisp_others_cpu_ns(&b->stopped, answered, l);
	if (s->buffers->device->kind->is_async)
		lost->is_single = false; /* it waits for the device, which goes on */
	else if (l->tasks.n > s->contract->problem.n_threads || is_crowd(l, lost))
		lost->worker_ns = 0; /* its own doing: too many threads */
}

/*
 * The least that each thread ran for a call, whoever else had the CPUs.  The kernel's
 * count is exact while the worker is stopped, and lags by a tick while it runs: of all
 * that it ran, what it can have run before the bell does not count.
 */
static double call_cpu_ns(const struct aisp_session *s, const struct before *b,
			  const struct aisp_moment *answered, double outside_ns)
{
	double n_threads = s->contract->problem.n_threads;
	double all = (answered->worker_cpu_ns - b->stopped.worker_cpu_ns) / n_threads;
	double late = (answered->worker_cpu_ns - b->awake.worker_cpu_ns) / n_threads;

	return fmax(0, fmax(all - outside_ns, late - TICK_NS)) /
	       s->sampling->calls_per_sample;
}

/*
 * The judge saw answers late, and the worker may have caused that: while it ran it did
 * not wait.  What it can have run outside of the rings, by which that bound is wrong,
 * counts as work before the bell.
 */
static void bound_lateness(const struct aisp_session *s, double ns, double late_ns,
			   double outside_ns, struct aisp_sample *x)
{
	int n = s->sampling->calls_per_sample;

	if (!(x->others_ns > 0) || !(late_ns > 0))
		return;
	x->others_ns = aisp_sample_ran(ns, x->others_ns, x->cpu_ns * n);
	x->free_ns = fmax(0, x->free_ns) + fmin(late_ns, outside_ns) / n;
}

static struct aisp_open open_between(const struct aisp_session *s,
				     const struct before *b,
				     const struct aisp_moment *answered,
				     const struct aisp_rung *r)
{
	const struct aisp_launch *l = &s->launch;

	return (struct aisp_open){
		.woken_ns = b->woken_ns,
		.waiting_ns = (double)(r->first_ns - b->ready_ns),
		.ring_ns = (double)(r->answered_ns - b->ready_ns),
		.waited_ns = r->late_ns +
			     (isnan(r->waited_ns) ? answered->worker_waited_ns
						  : r->waited_ns) -
			     b->awake.worker_waited_ns,
		.cpu_ns = l->is_paused && l->tasks.n == 1 && !l->next_rank
				  ? answered->worker_cpu_ns - b->stopped.worker_cpu_ns
				  : NAN,
	};
}

/* Energy from before the worker was awake until it stands still again.  Returns 1 if
 * the variant ended the launch. */
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

/* Did others keep the worker, or the judge, from stopping in time? */
static bool were_kept(const struct aisp_session *s, const struct before *b,
		      const struct aisp_open *open, const struct aisp_rung *r)
{
	double since_ns =
		isnan(r->waited_ns) ? b->awake.worker_waited_ns : r->waited_ns;
	struct aisp_moment still;

	aisp_moment_now(&still, &s->launch);
	return aisp_were_kept(open, r->stop_ns,
			      still.worker_waited_ns - since_ns +
				      still.judge_waited_ns - b->awake.judge_waited_ns);
}

/* Is the sample lost, whatever others took of its time? */
static bool is_lost(const struct aisp_session *s, const struct before *b,
		    const struct aisp_open *open, const struct aisp_rung *r)
{
	if (s->buffers->stage && aisp_is_early(r->most_free_ns))
		return true; /* the judge was away before the bell */
	/* A worker that goes on works for other calls, by its own doing if not kept. */
	if (aisp_is_late_stop(r->stop_ns, (double)r->ns) && were_kept(s, b, open, r))
		return true;
	return s->across.is_late; /* a node began after the others */
}

/* The time of a call, without what others took of the rings. */
static void note_times(const struct aisp_session *s, const struct aisp_open *open,
		       const struct aisp_rung *r, struct aisp_sample *x)
{
	const struct aisp_bias *bias = &s->harness->bias;
	bool is_async = s->buffers->device->kind->is_async;
	int n = s->sampling->calls_per_sample;
	double rings = is_async ? 1 : (double)(n * aisp_sample_rings(s));

	x->ring_ns = (double)r->ns;
	x->ns = (double)aisp_sample_rings(s) *
		aisp_call_ns(bias, ((double)r->ns - x->others_ns) / rings,
			     is_async ? n : 1);
	x->least_ns = aisp_running_ns(x->ns, (open->waited_ns - x->others_ns) / n);
	x->event_ns = (aisp_launch_event_ns(&s->launch) - bias->event_ns) / n;
}

/* Ring, and judge the answers' time.  Returns 1 if the variant ended the launch. */
static int ring(struct aisp_session *s, const struct before *b, struct aisp_sample *x)
{
	bool is_async = s->buffers->device->kind->is_async;
	int n = s->sampling->calls_per_sample;
	struct aisp_launch *l = &s->launch;
	struct aisp_interference lost;
	struct aisp_moment answered;
	struct aisp_rung r = { .waited_ns = NAN };
	struct aisp_open open;
	double outside_ns;

	if (is_async ? aisp_sample_call_all(s, &r) : aisp_sample_call_each(s, &r, x))
		return 1;
	/* A judge that sleeps until workers stand still reads the clocks first. */
	if (l->plan->is_spin && aisp_sample_stand_still(s, &r))
		return 1;
	aisp_moment_now(&answered, l);
	open = open_between(s, b, &answered, &r);
	if (!s->buffers->stage && !is_async)
		x->free_ns = aisp_open_ns(&open);
	if (aisp_sample_stand_still(s, &r) || note_energy(s, b, x))
		return 1;
	x->after_ns = (r.between_ns + aisp_behind_ns(&open, r.stop_ns)) / n;
	find_interference(s, b, &answered, &lost);
	outside_ns = (double)(answered.wall_ns - b->stopped.wall_ns - r.own_ns);
	x->cpu_ns = call_cpu_ns(s, b, &answered, outside_ns);
	x->state = aisp_sample_judge((double)r.ns, r.gap_ns, r.late_ns, &lost,
				     &x->others_ns);
	bound_lateness(s, (double)r.ns, r.late_ns, outside_ns, x);
	if (is_lost(s, b, &open, &r))
		x->state = AISP_SAMPLE_SPOILT;
	x->last = aisp_ranks_last(l);
	x->is_crowded = lost.judge_waited_ns > AISP_CROWDED_NS;
	if (l->is_patient && l->late_ns < AISP_PREEMPT_NS) {
		x->state = AISP_SAMPLE_SPOILT; /* an idle CPU: lateness unknown */
		s->n_crowded = 0;
	}
	x->waited_ns = lost.worker_ns + r.late_ns;
	note_times(s, &open, &r, x);
	if (x->state == AISP_SAMPLE_CLEAN && !r.is_torn)
		aisp_launch_count_ticks(l, r.clock_ns, r.ticks);
	return 0;
}

/*
 * The judge's kernel reads the device's clock, in the same time whatever the variant
 * does: it takes longer if others use the device.
 */
static int look_at_device(struct aisp_session *s, struct aisp_sample *x,
			  struct aisp_err *err)
{
	const struct aisp_open_device *d = s->buffers->device;
	int64_t start_ns = aisp_now_ns();

	if (!d->ops->clock_mhz)
		return 0;
	if (d->ops->clock_mhz(d->state, &x->sm_mhz, err))
		return -1;
	s->look_ns[s->n_looks++ % AISP_N_LOOKS] = (double)(aisp_now_ns() - start_ns);
	return 0;
}

/* One attempt.  Returns what aisp_session_sample() returns. */
static int attempt(struct aisp_session *s, uint64_t set, int index, bool is_cold,
		   struct aisp_sample *x, struct aisp_err *err)
{
	struct before before;
	uint64_t bits = aisp_seed_key(&s->harness->seed, s->number, set, UINT64_MAX);
	int rc;

	/* Chosen before the worker is awake and can see its inputs. */
	aisp_late_writes_begin(&s->late_writes, s->buffers,
			       s->sampling->calls_per_sample, bits);
	rc = wake_up(s, set, is_cold, &before, x, err);
	if (!rc)
		rc = ring(s, &before, x);
	if (rc)
		return rc;
	if (isnan(x->wake_ns))
		x->state = AISP_SAMPLE_SPOILT;
	x->sm_mhz = NAN;
	if (aisp_across_collect(s))
		return 1;
	if (aisp_session_snapshot(s, err) || look_at_device(s, x, err) ||
	    aisp_session_verify(s, index, bits, err))
		return -1;
	return aisp_session_check_snapshot(s, err);
}

/*
 * True if others had the CPUs; never for what the worker did, or it could choose its
 * inputs among many.
 */
static bool is_worth_another(const struct aisp_session *s, const struct aisp_sample *x)
{
	if (s->contract->workload->score || s->harness->where.is_untimed)
		return false; /* noise does not change a score; pairs share inputs */
	return x->state != AISP_SAMPLE_CLEAN;
}

static void choose_patience(struct aisp_session *s, const struct aisp_sample *x)
{
	s->n_crowded += x->is_crowded;
	s->launch.is_patient = !s->buffers->device->kind->is_async &&
			       aisp_wants_patience(s->n_crowded, x->ring_ns);
}

/* Counts repeated samples, too: a variant may make costly data look disturbed. */
static void note_try(struct aisp_session *s, enum aisp_stage stage,
		     const struct aisp_sample *x)
{
	if (stage != AISP_STAGE_TIMED || !(x->least_ns > 0))
		return;
	s->tried_log_ns += log(x->least_ns);
	s->n_tried++;
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
		bool wants_more;

		if (rc)
			return rc;
		wants_more = try + 1 < s->sampling->least_tries ||
			     (is_worth_another(s, &y) &&
			      s->retake_ns + (try ? aisp_now_ns() - start_ns : 0) <=
				      RETAKE_NS);
		if (aisp_across_judge(s, &y, &wants_more))
			return 1;
		if (!try || aisp_is_less_disturbed(y.state, y.others_ns, x->state,
						   x->others_ns))
			*x = y;
		s->n_tries += try > 0;
		s->most_tries = s->most_tries > try ? s->most_tries : try + 1;
		note_try(s, stage, &y);
		choose_patience(s, &y);
		s->retake_ns += try ? aisp_now_ns() - start_ns : 0;
		if (!wants_more)
			break;
	}
	return 0;
}

int aisp_session_once(struct aisp_session *s, enum aisp_stage stage, int index,
		      struct aisp_err *err)
{
	struct aisp_sample x;

	return attempt(s, aisp_set_of(stage, index, 0), -1,
		       s->contract->problem.is_cold, &x, err);
}
