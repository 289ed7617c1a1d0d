/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <unistd.h>

#include "base/clock.h"
#include "decide/group.h"
#include "launch.h"
#include "probes/process.h"
#include "time_budget.h"

#define MAX_STRETCH 4 /* times the time spent, if others use the CPUs */

struct aisp_time_budget aisp_time_budget_new(double ns)
{
	return (struct aisp_time_budget){ .ns = ns,
					  .start_ns = aisp_now_ns(),
					  .waited_ns =
						  aisp_process_delay_ns(getpid()) };
}

double aisp_time_spent_ns(const struct aisp_time_budget *b)
{
	double elapsed_ns = (double)(aisp_now_ns() - b->start_ns);
	double waited_ns = aisp_process_delay_ns(getpid()) - b->waited_ns;

	return waited_ns > 0 ? fmax(elapsed_ns - waited_ns, elapsed_ns / MAX_STRETCH)
			     : elapsed_ns;
}

bool aisp_is_over(const struct aisp_limits *limits)
{
	const struct aisp_end end = { limits->is_stopped, limits->deadline_ns };

	return aisp_end_has_come(&end);
}

const char *aisp_why_over(const struct aisp_limits *limits)
{
	return limits->is_stopped && *limits->is_stopped ? "the run was stopped"
							 : "--suite-timeout was over";
}
