/* SPDX-License-Identifier: MIT
 *
 * command_span.h - what others took of one run of a shell command, which may have
 * started any number of processes.
 */
#ifndef AISP_COMMAND_SPAN_H
#define AISP_COMMAND_SPAN_H

#include "interference.h"

/* NaN where the kernel does not tell. */
struct aisp_command_span {
	double wall_ns;
	double cpu_ns;          /* of all its processes */
	double shell_ran_ns;    /* of that, the first thread of the shell's process */
	double shell_waited_ns; /* that thread was ready, and had no CPU */
	double judge_waited_ns; /* woken at the command's end, before it had a CPU */
	/* Of all CPUs meanwhile, as the kernel's ticks count; NaN of a short run. */
	double others_ns, idle_ns, tick_ns;
};

/*
 * As aisp_sample_judge(): where the command was one thread, which the shell became, its
 * wait for a CPU is known and subtracted.  Of several threads nobody knows who waited
 * for whom: they may have lost what others had of the CPUs beyond the time that the
 * CPUs idled, and a tick of each.
 */
enum aisp_sample_state aisp_command_judge(const struct aisp_command_span *s,
					  double *others_ns);

#endif
