/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <time.h>

#include "base/clock.h"
#include "lost.h"

#define SLACK_NS      2e3 /* reading the clocks takes less */
#define SLACK_SHARE   0.005
#define WAKE_SLACK_NS 10e3 /* a tick of the kernel's timer takes less */
#define N_CROWDED     2
#define PATIENT_NS    1e6
#define MENDED_SHARE  0.9 /* if more is subtracted, too little is left */

static double thread_cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

void aisp_moment_now(struct aisp_moment *m, const struct aisp_launch *l)
{
	m->worker_waited_ns = aisp_threads_waited_ns(&l->tasks);
	m->judge_waited_ns = aisp_threads_waited_ns(&l->judge);
	m->wall_ns = aisp_now_ns();
	m->judge_cpu_ns = thread_cpu_ns();
}

/* An unknown wait counts as none. */
void aisp_lost_between(const struct aisp_moment *from, const struct aisp_moment *to,
		       const struct aisp_launch *l, struct aisp_lost *lost)
{
	bool is_spin = l->plan->is_spin && !l->is_patient;

	lost->wall_ns = (double)(to->wall_ns - from->wall_ns);
	lost->judge_waited_ns = to->judge_waited_ns - from->judge_waited_ns;
	lost->judge_ns = lost->judge_waited_ns;
	if (is_spin) /* time that a hypervisor stole, too */
		lost->judge_ns =
			lost->wall_ns - (to->judge_cpu_ns - from->judge_cpu_ns);
	lost->worker_ns = fmax(0, to->worker_waited_ns - from->worker_waited_ns);
	lost->is_single = l->tasks.n == 1;
}

bool aisp_wants_patience(int n_crowded, double sample_ns)
{
	return n_crowded >= N_CROWDED && sample_ns > PATIENT_NS;
}

enum aisp_sample_state aisp_sample_judge(double ns, double gap_ns, double late_ns,
					 const struct aisp_lost *lost,
					 double *others_ns)
{
	double slack_ns = SLACK_NS + SLACK_SHARE * (ns - late_ns - lost->worker_ns);
	bool has_waited = lost->worker_ns > slack_ns;

	*others_ns = 0;
	/* Who is late does not see whether the worker waited before the answer. */
	if (gap_ns > slack_ns || (has_waited && !lost->is_single) ||
	    (has_waited && late_ns > slack_ns) ||
	    late_ns + lost->worker_ns > MENDED_SHARE * ns)
		return AISP_SAMPLE_SPOILT;
	if (!has_waited && late_ns <= slack_ns)
		return AISP_SAMPLE_CLEAN;
	*others_ns = late_ns + lost->worker_ns;
	return AISP_SAMPLE_MENDED;
}

double aisp_wake_charge_ns(const struct aisp_lost *lost, double limit_ns)
{
	double charge_ns = lost->wall_ns;

	if (lost->is_single)
		charge_ns = fmax(0, charge_ns - lost->worker_ns);
	if (charge_ns <= limit_ns)
		return charge_ns;
	if (lost->judge_ns > WAKE_SLACK_NS ||
	    (!lost->is_single && lost->worker_ns > WAKE_SLACK_NS))
		return NAN;
	return charge_ns;
}

bool aisp_is_less_disturbed(enum aisp_sample_state state, double others_ns,
			    enum aisp_sample_state before, double others_before_ns)
{
	return state < before || (state == before && others_ns <= others_before_ns);
}
