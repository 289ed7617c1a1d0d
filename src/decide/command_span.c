/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>

#include "command_span.h"

#define SCHEDULING_NS                                                                  \
	100e3             /* to be given a CPU at all, and to be woken, takes less     \
			   */
#define SINGLE_SHARE 0.98 /* of its CPU time; the shell itself starts nothing else */

static double beyond_scheduling(double ns)
{
	return ns > SCHEDULING_NS ? ns : 0;
}

static bool is_single(const struct aisp_command_span *s)
{
	return s->shell_ran_ns >= SINGLE_SHARE * s->cpu_ns;
}

/* The most time for which several threads can have waited for a CPU. */
static double contended_ns(const struct aisp_command_span *s)
{
	return fmax(0, s->others_ns - s->idle_ns - s->tick_ns); /* 0 of NaN */
}

enum aisp_sample_state aisp_command_judge(const struct aisp_command_span *s,
					  double *others_ns)
{
	double late_ns = beyond_scheduling(s->judge_waited_ns);
	struct aisp_interference lost = { .wall_ns = s->wall_ns,
					  .worker_ns = contended_ns(s),
					  .others_cpu_ns = NAN,
					  .is_single = is_single(s) };

	/*
	 * The judge sleeps until the command has ended, so that the two never wait for
	 * a CPU at the same time: if the command did not wait, only the judge did.
	 */
	if (lost.is_single || !lost.worker_ns) {
		lost.worker_ns = late_ns;
		if (lost.is_single)
			lost.worker_ns += beyond_scheduling(s->shell_waited_ns);
		lost.is_single = true;
		late_ns = 0;
	}
	return aisp_sample_judge(s->wall_ns, 0, late_ns, &lost, others_ns);
}
