/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "interference.h"

#define SLACK_NS      2e3 /* reading the clocks takes less */
#define SLACK_SHARE   0.005
#define WAKE_SLACK_NS 10e3  /* a tick of the kernel's timer takes less */
#define COPY_NS       100e3 /* of 128 KiB takes less, even from memory */
#define STOP_SHARE    0.01  /* of a sample: within the least margin */
#define N_CROWDED     2
#define SLICE_NS      1e6 /* GPUs have slices of some ms */
#define LOOK_SLACK_NS 100e3
#define PATIENT_NS    1e6
#define MENDED_SHARE  0.9   /* if more is subtracted, too little is left */
#define MENDED_NS     100e3 /* likewise: waits begin up to 20 us before the bell */

bool aisp_wants_patience(int n_crowded, double sample_ns)
{
	return n_crowded >= N_CROWDED && sample_ns > PATIENT_NS;
}

enum aisp_sample_state aisp_sample_judge(double ns, double gap_ns, double late_ns,
					 const struct aisp_interference *lost,
					 double *others_ns)
{
	double waited_ns = late_ns + lost->worker_ns;
	double slack_ns = SLACK_NS + SLACK_SHARE * (ns - waited_ns);
	/* Each of several threads may have waited a little. */
	bool has_waited = lost->worker_ns > slack_ns * (lost->is_single ? 1 : 2);

	*others_ns = 0;
	if (lost->others_cpu_ns <= slack_ns)
		return AISP_SAMPLE_CLEAN;
	/* If the judge is late, it cannot see whether the worker waited before the
	 * answer; of several threads, it cannot see which went on. */
	if (gap_ns > slack_ns ||
	    ((has_waited || late_ns > slack_ns) && !lost->is_single) ||
	    (has_waited && late_ns > slack_ns) || waited_ns > MENDED_SHARE * ns)
		return AISP_SAMPLE_SPOILT;
	if (!has_waited && late_ns <= slack_ns)
		return AISP_SAMPLE_CLEAN;
	if (ns - waited_ns < MENDED_NS)
		return AISP_SAMPLE_SPOILT;
	*others_ns = waited_ns;
	return AISP_SAMPLE_MENDED;
}

double aisp_sample_ran(double ns, double others_ns, double ran_ns)
{
	return isnan(ran_ns) ? others_ns : fmin(others_ns, fmax(0, ns - ran_ns));
}

bool aisp_is_early(double free_ns)
{
	return free_ns > COPY_NS;
}

bool aisp_is_late_stop(double stop_ns, double ns)
{
	return stop_ns > AISP_CROWDED_NS && stop_ns > STOP_SHARE * ns;
}

/* CPU time of the worker beyond waiting for the bell and its call; NaN unknown. */
static double beyond_ns(const struct aisp_open *o)
{
	double ns = o->cpu_ns - fmax(0, o->ring_ns - o->waited_ns);

	return ns < 0 ? 0 : ns; /* NaN stays */
}

double aisp_open_ns(const struct aisp_open *o)
{
	return fmax(0, fmin(o->woken_ns, beyond_ns(o))) + fmax(0, o->waiting_ns);
}

double aisp_device_open_ns(bool is_closed, double wake_ns, double least_ns, int n_calls)
{
	return is_closed ? 0 : fmax(0, wake_ns - least_ns) / n_calls;
}

double aisp_running_ns(double ns, double waited_ns)
{
	double left_ns = ns - (waited_ns < 0 ? 0 : waited_ns);

	return left_ns < 0 ? 0 : left_ns; /* NaN stays */
}

double aisp_behind_ns(const struct aisp_open *o, double stop_ns)
{
	return fmin(stop_ns, beyond_ns(o));
}

bool aisp_were_kept(const struct aisp_open *o, double stop_ns, double waited_ns)
{
	return !(waited_ns < stop_ns / 2) && !(beyond_ns(o) > stop_ns / 2);
}

double aisp_wake_charge_ns(const struct aisp_interference *lost, double limit_ns)
{
	double charge_ns = lost->wall_ns, lost_ns = lost->judge_ns;

	if (lost->is_single)
		charge_ns = fmax(0, charge_ns - lost->worker_ns);
	else
		lost_ns += lost->worker_ns;
	/* Time beyond the limit that others did not take is the worker's own. */
	if (charge_ns <= limit_ns || lost_ns <= WAKE_SLACK_NS ||
	    charge_ns - lost_ns > fmax(limit_ns, charge_ns / 2))
		return charge_ns;
	return NAN;
}

double aisp_device_busy_share(const double *look_ns, int n)
{
	double least_ns = INFINITY, slow_ns;
	int n_slow = 0;

	for (int i = 0; i < n; i++)
		least_ns = fmin(least_ns, look_ns[i]);
	slow_ns = fmin(SLICE_NS, fmax(2 * least_ns, least_ns + LOOK_SLACK_NS));
	for (int i = 0; i < n; i++)
		n_slow += look_ns[i] > slow_ns;
	return n > 0 ? (double)n_slow / n : NAN;
}

bool aisp_is_less_disturbed(enum aisp_sample_state state, double others_ns,
			    enum aisp_sample_state before, double others_before_ns)
{
	return state < before || (state == before && others_ns <= others_before_ns);
}
