/* SPDX-License-Identifier: MIT
 *
 * bias.c - what the outside clock adds, measured with a variant that does
 * nothing.  A first worker calibrates, a second one shows the error that remains.
 */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "base/stats.h"
#include "launch_conditions.h"
#include "measure.h"
#include "moment.h"
#include "probes/process.h"
#include "rank_arrivals.h"

#define MAX_RINGS    2001
#define N_SKEWS      301
#define N_WAKES      101
#define MAX_WAKES    505 /* at most, until enough were undisturbed */
#define N_FLUSHES    5
#define GATE_NAP_NS  100000
#define N_SLOTS_AWAY 8

/* Close the gate and let the GPU reach it, as before a sample. */
static int close_gate(struct aisp_launch *l, int n_calls)
{
	const struct timespec nap = { 0, GATE_NAP_NS };

	if (!l->plan->is_gated)
		return 0;
	if (aisp_launch_arm(l, 0, n_calls))
		return -1;
	nanosleep(&nap, NULL);
	return 0;
}

/*
 * The mean of the middle half of the times of a ring, or -1 if the worker ended: on
 * some machines the clock ticks in 10 ns, and a median would be a multiple of that.
 * *spread_ns: half of the range of that middle half.
 */
static double middle_ring_ns(struct aisp_launch *l, int n_calls, double *spread_ns)
{
	static double ns[MAX_RINGS];
	const struct aisp_device_kind *kind = l->buffers->device->kind;
	int n = kind->pace.n_rings;

	for (int i = 0; i < n; i++) {
		/* As before a sample: a sleeping worker, or a driver's context, has
		 * just woken up. */
		int64_t t = -1;

		if (!close_gate(l, n_calls) &&
		    ((!kind->driver && l->plan->is_spin) || !aisp_launch_ready(l)))
			t = aisp_launch_run(l, 0, n_calls);
		if (t < 0)
			return -1;
		ns[i] = (double)t;
	}
	aisp_sort(ns, n);
	*spread_ns = (ns[n / 4 + n / 2] - ns[n / 4]) / 2;
	return aisp_mean(ns + n / 4, n / 2);
}

/*
 * The cost of waking up for the worker, as it is charged before a sample; NaN if others
 * had the CPUs, -1 if it ended. *least_ns: the time until it is ready, if that is less.
 */
static double wake_ns(struct aisp_launch *l, double *least_ns)
{
	const struct aisp_open_device *d = l->buffers->device;
	struct aisp_moment from, to;
	struct aisp_interference lost;

	if (aisp_launch_pause(l) || d->ops->flush(d->state, NULL))
		return -1;
	aisp_moment_now(&from, l);
	if (aisp_launch_resume(l))
		return -1;
	aisp_moment_now(&to, l);
	aisp_interference_between(&from, &to, l, &lost);
	*least_ns = fmin(*least_ns,
			 (double)(l->answered_ns - from.wall_ns) - lost.worker_ns);
	return aisp_wake_charge_ns(&lost, 0);
}

/*
 * The median of the wake times that are known, or 0 if others always had the CPUs; -1
 * if the worker ended.  A variant's limit follows from it, so that it must not contain
 * the time of other processes.
 */
static double wake_median_ns(struct aisp_launch *l, double *least_ns)
{
	double ns[N_WAKES];
	int n = 0;

	*least_ns = INFINITY;

	for (int i = 0; i < MAX_WAKES && n < N_WAKES; i++) {
		ns[n] = wake_ns(l, least_ns);
		if (ns[n] < 0)
			return -1;
		n += !isnan(ns[n]);
	}
	*least_ns = n && *least_ns > 0 ? *least_ns : 0;
	return n ? aisp_median(ns, n) : 0;
}

/*
 * Measured in rings of its own, since reading each rank's arrival takes longer.  NaN
 * for one process, -1 if the worker ended.
 */
static double skew_ns(struct aisp_launch *l)
{
	static double ns[N_SKEWS];

	if (l->buffers->problem.ranks.n < 2)
		return NAN;
	l->has_arrivals = true;
	for (int i = 0; i < N_SKEWS; i++) {
		if (close_gate(l, 1) ||
		    ((l->plan->is_gated || !l->plan->is_spin) &&
		     aisp_launch_ready(l)) ||
		    aisp_launch_run(l, 0, 1) < 0)
			return -1;
		ns[i] = aisp_ranks_skew_ns(l);
	}
	l->has_arrivals = false;
	return aisp_quantile(ns, N_SKEWS, 0.99);
}

static double clock_tick_ns(void)
{
	int64_t least = INT64_MAX, last = aisp_now_ns();

	for (int i = 0; i < MAX_RINGS; i++) {
		int64_t now = aisp_now_ns();

		if (now > last && now - last < least)
			least = now - last;
		last = now;
	}
	return (double)least;
}

/* NaN without events, -1 if the worker ended. */
static double event_median_ns(struct aisp_launch *l)
{
	static double ns[MAX_RINGS];
	const struct aisp_device_kind *kind = l->buffers->device->kind;
	int n = kind->has_events ? kind->pace.n_rings : 0;

	for (int i = 0; i < n; i++) {
		if (aisp_launch_run(l, 0, 1) < 0)
			return -1;
		ns[i] = aisp_launch_event_ns(l);
	}
	return n ? aisp_median(ns, n) : NAN;
}

static int with_worker(const struct aisp_harness *harness, const struct aisp_buffers *b,
		       double *one_ns, double *many_ns, struct aisp_bias *bias,
		       struct aisp_err *err)
{
	struct aisp_process process;
	struct aisp_launch l;
	double spread_ns;
	char object[4200];
	int rc;

	snprintf(object, sizeof(object), "%s/empty.so", harness->paths->lib);
	rc = aisp_launch_begin(&l, harness->paths, &harness->where, b, object,
			       10000000000, err);
	if (!rc) {
		*one_ns = middle_ring_ns(&l, 1, &bias->spread_ns);
		*many_ns = middle_ring_ns(&l, b->n_slots, &spread_ns);
		bias->wake_ns = wake_median_ns(&l, &bias->wake_least_ns);
		if (isnan(bias->skew_ns)) /* the first of two workers is enough */
			bias->skew_ns = skew_ns(&l);
		bias->start_ns = (double)l.ready_ns;
		aisp_process_read(&process, l.pid);
		bias->event_ns = event_median_ns(&l);
		bias->n_driver_threads =
			b->device->kind->driver ? process.n_threads - 1 : 0;
	}
	if (l.status != AISP_LAUNCH_OK && l.cause[0])
		rc = aisp_err_set(err, "the empty variant %s: %s",
				  aisp_launch_status_name(l.status), l.cause);
	aisp_launch_end(&l);
	return rc;
}

static int calibrate(struct aisp_harness *harness, struct aisp_err *err)
{
	int n_ranks = harness->where.n_ranks, n_slots = AISP_MAX_SLOTS;
	const struct aisp_spec bytes = { .name = "bytes",
					 .dtype = AISP_U8,
					 .rank = 1,
					 .shape = { n_ranks ? n_ranks : 1 },
					 .fill = AISP_FILL_BYTES,
					 .part = { AISP_PART_RANKS } };
	struct aisp_problem pr = {
		.n_out = 1, .out = { bytes }, .n_threads = 1, .ranks = { .n = n_ranks }
	};
	struct aisp_bias *bias = &harness->bias;
	struct aisp_buffers *b;
	double one_ns = 0, many_ns = 0;
	const int64_t no_params[AISP_MAX_PARAMS] = { 0 };
	int rc = -1;

	if (harness->device->n_members)
		n_slots = N_SLOTS_AWAY; /* memory of a peer's takes long to map */
	b = aisp_buffers_new(&pr, no_params, n_slots, NULL, harness->device, err);
	if (!b)
		return -1;
	bias->skew_ns = NAN;
	if (with_worker(harness, b, &one_ns, &many_ns, bias, err))
		goto out;
	bias->call_ns = fmax(0, many_ns - one_ns) / (n_slots - 1);
	bias->ring_ns = fmax(0, one_ns - bias->call_ns);
	if (with_worker(harness, b, &one_ns, &many_ns, bias, err))
		goto out;
	bias->tick_ns = clock_tick_ns();
	bias->ns_per_tick = aisp_clock_ns_per_tick();
	bias->residual_ns = one_ns - bias->ring_ns - bias->call_ns;
	rc = 0;
out:
	aisp_buffers_free(b);
	return rc;
}

/* Does a flush of the device's cache show?  The least of a few: noise only adds. */
static int test_flush(struct aisp_harness *harness, struct aisp_err *err)
{
	const struct aisp_open_device *d = harness->device;
	double cold_ns, hot_ns;

	if (!d->ops->test_flush)
		return 0;
	harness->bias.flush_cold_ns = harness->bias.flush_hot_ns = INFINITY;
	for (int i = 0; i < N_FLUSHES; i++) {
		if (d->ops->test_flush(d->state, &cold_ns, &hot_ns, err))
			return -1;
		harness->bias.flush_cold_ns =
			fmin(harness->bias.flush_cold_ns, cold_ns);
		harness->bias.flush_hot_ns = fmin(harness->bias.flush_hot_ns, hot_ns);
	}
	return 0;
}

int aisp_bias_note_eviction(struct aisp_harness *harness, const struct aisp_problem *pr,
			    struct aisp_err *err)
{
	const struct aisp_device_kind *kind = harness->device->kind;
	struct aisp_harness_device *d = &harness->devices[kind->id];

	harness->bias.evict_ns = harness->bias.drop_ns = NAN;
	if (!pr->is_cold || !kind->is_host || harness->where.is_untimed)
		return 0;
	if (!d->has_evict && aisp_evict_test(&d->evict, err))
		return -1;
	d->has_evict = true;
	harness->bias.evict_ns = d->evict.evicted_ns;
	harness->bias.drop_ns = d->evict.dropped_ns;
	return 0;
}

int aisp_bias_measure(struct aisp_harness *harness, struct aisp_err *err)
{
	const struct aisp_device_kind *kind = harness->device->kind;
	struct aisp_harness_device *d = &harness->devices[kind->id];

	if (kind->is_calibrated_once && d->has_bias &&
	    d->bias_is_spin == harness->where.is_spin &&
	    d->bias_is_gated == harness->where.is_gated &&
	    d->bias_n_ranks == harness->where.n_ranks) {
		harness->bias = d->bias;
		return 0;
	}
	if (calibrate(harness, err) || test_flush(harness, err))
		return -1;
	d->bias = harness->bias;
	d->bias_is_spin = harness->where.is_spin;
	d->bias_is_gated = harness->where.is_gated;
	d->bias_n_ranks = harness->where.n_ranks;
	d->has_bias = true;
	return 0;
}
