/* SPDX-License-Identifier: MIT
 *
 * bias.c - what the outside clock adds, measured with a variant that does
 * nothing.  A first worker calibrates, a second one shows what is left.
 */
#include <math.h>
#include <stdio.h>

#include "around.h"
#include "base/clock.h"
#include "base/stats.h"
#include "lost.h"
#include "measure.h"
#include "probes/process.h"

#define N_RINGS     2001
#define N_GPU_RINGS 501
#define N_WAKES     101
#define MAX_WAKES   505 /* until so many were undisturbed */
#define N_FLUSHES   5

/*
 * The mean of the middle half of the times of a ring, or -1: the clock ticks in
 * 10 ns on some machines, and a median would be a multiple of that.  *spread_ns: half
 * of what that middle spans.
 */
static double middle_ring_ns(struct aisp_launch *l, int n_calls, double *spread_ns)
{
	static double ns[N_RINGS];

	int n = l->buffers->on ? N_GPU_RINGS : N_RINGS;

	for (int i = 0; i < n; i++) {
		/* As before a sample: a GPU's context has just come awake. */
		int64_t t = -1;

		if (!l->buffers->on || !aisp_launch_resume(l))
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
 * What waking up costs the worker itself, as it is charged before a sample; NaN if
 * others had the CPUs.
 */
static double wake_ns(struct aisp_launch *l)
{
	const struct aisp_gpu_device *on = l->buffers->on;
	struct aisp_moment from, to;
	struct aisp_lost lost;

	if (aisp_launch_pause(l) || (on && on->ops->flush(on->gpu, NULL)))
		return -1;
	aisp_moment_now(&from, l);
	if (aisp_launch_resume(l))
		return -1;
	aisp_moment_now(&to, l);
	aisp_lost_between(&from, &to, l, &lost);
	return aisp_wake_charge_ns(&lost, 0);
}

/*
 * The median of what could be told; -1 if the worker ended.  The limit of what a
 * variant may take is made of it, so that nothing others did may enter it: 0 if they
 * never let us tell.
 */
static double wake_median_ns(struct aisp_launch *l)
{
	double ns[N_WAKES];
	int n = 0;

	for (int i = 0; i < MAX_WAKES && n < N_WAKES; i++) {
		ns[n] = wake_ns(l);
		if (ns[n] < 0)
			return -1;
		n += !isnan(ns[n]);
	}
	return n ? aisp_median(ns, n) : 0;
}

static double clock_tick_ns(void)
{
	int64_t least = INT64_MAX, last = aisp_now_ns();

	for (int i = 0; i < N_RINGS; i++) {
		int64_t now = aisp_now_ns();

		if (now > last && now - last < least)
			least = now - last;
		last = now;
	}
	return (double)least;
}

/* NaN without a GPU, -1 if the worker ended. */
static double event_median_ns(struct aisp_launch *l)
{
	double ns[N_GPU_RINGS];

	for (int i = 0; i < N_GPU_RINGS && l->buffers->on; i++) {
		if (aisp_launch_run(l, 0, 1) < 0)
			return -1;
		ns[i] = aisp_launch_event_ns(l);
	}
	return l->buffers->on ? aisp_median(ns, N_GPU_RINGS) : NAN;
}

static int with_worker(const struct aisp_bench *bench, const struct aisp_buffers *b,
		       double *one_ns, double *many_ns, struct aisp_bias *bias,
		       struct aisp_err *err)
{
	struct aisp_process process;
	struct aisp_launch l;
	double spread_ns;
	char object[4200];
	int rc;

	snprintf(object, sizeof(object), "%s/empty.so", bench->paths->lib);
	rc = aisp_launch_begin(&l, bench->paths, &bench->where, b, object, 10000000000,
			       err);
	if (!rc) {
		*one_ns = middle_ring_ns(&l, 1, &bias->spread_ns);
		*many_ns = middle_ring_ns(&l, AISP_MAX_SLOTS, &spread_ns);
		bias->wake_ns = wake_median_ns(&l);
		aisp_process_read(&process, l.pid);
		bias->event_ns = event_median_ns(&l);
		bias->n_driver_threads = b->on ? process.n_threads - 1 : 0;
	}
	if (l.status != AISP_LAUNCH_OK && l.cause[0])
		rc = aisp_err_set(err, "the empty variant %s: %s",
				  aisp_launch_status_name(l.status), l.cause);
	aisp_launch_end(&l);
	return rc;
}

static int calibrate(struct aisp_bench *bench, struct aisp_err *err)
{
	const struct aisp_spec byte = {
		"byte", AISP_U8, 1, { 1 }, AISP_FILL_BYTES, 0, 0
	};
	struct aisp_problem pr = { .n_out = 1, .out = { byte }, .n_threads = 1 };
	struct aisp_bias *bias = &bench->bias;
	struct aisp_buffers *b;
	double one_ns = 0, many_ns = 0;
	const int64_t no_params[AISP_MAX_PARAMS] = { 0 };
	int rc = -1;

	b = aisp_buffers_new(&pr, no_params, AISP_MAX_SLOTS, NULL, bench->on, err);
	if (!b)
		return -1;
	if (with_worker(bench, b, &one_ns, &many_ns, bias, err))
		goto out;
	bias->call_ns = fmax(0, many_ns - one_ns) / (AISP_MAX_SLOTS - 1);
	bias->ring_ns = fmax(0, one_ns - bias->call_ns);
	if (with_worker(bench, b, &one_ns, &many_ns, bias, err))
		goto out;
	bias->tick_ns = clock_tick_ns();
	bias->ns_per_tick = aisp_clock_ns_per_tick();
	bias->residual_ns = one_ns - bias->ring_ns - bias->call_ns;
	rc = 0;
out:
	aisp_buffers_free(b);
	return rc;
}

/* Does a flush of the GPU's cache show?  The best of a few: noise only adds. */
static int test_flush(struct aisp_bench *bench, struct aisp_err *err)
{
	const struct aisp_gpu_device *on = bench->on;
	double cold_ns, hot_ns;

	bench->bias.flush_cold_ns = bench->bias.flush_hot_ns = INFINITY;
	for (int i = 0; i < N_FLUSHES; i++) {
		if (on->ops->test_flush(on->gpu, &cold_ns, &hot_ns, err))
			return -1;
		bench->bias.flush_cold_ns = fmin(bench->bias.flush_cold_ns, cold_ns);
		bench->bias.flush_hot_ns = fmin(bench->bias.flush_hot_ns, hot_ns);
	}
	return 0;
}

/* A GPU's workers are slow to start, and all alike: one calibration serves a suite. */
int aisp_bias_measure(struct aisp_bench *bench, struct aisp_err *err)
{
	bool is_known = bench->on && bench->gpu_bias.tick_ns > 0 &&
			bench->gpu_bias_is_spin == bench->where.is_spin;

	if (is_known)
		bench->bias = bench->gpu_bias;
	else if (calibrate(bench, err) || (bench->on && test_flush(bench, err)))
		return -1;
	if (bench->on) {
		bench->gpu_bias = bench->bias;
		bench->gpu_bias_is_spin = bench->where.is_spin;
	}
	return 0;
}
