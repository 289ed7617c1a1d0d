/* SPDX-License-Identifier: MIT
 *
 * command_span.h - how much time other programs took from one run of a shell command,
 * which may have started any number of processes.
 */
#ifndef AISP_COMMAND_SPAN_H
#define AISP_COMMAND_SPAN_H

#include "interference.h"

/* A time is NaN where the kernel does not report it. */
struct aisp_command_span {
	double wall_ns;
	double cpu_ns;          /* of all its processes */
	double shell_ran_ns;    /* that part of it which the shell's first thread ran */
	double shell_waited_ns; /* time for which that thread was ready without a CPU */
	double judge_waited_ns; /* from the command's end until the judge had a CPU */
	/* Of all CPUs during the run, counted in kernel ticks; NaN for a short run. */
	double others_ns, idle_ns, tick_ns;
};

/*
 * Like aisp_sample_judge().  If the command was one thread, which replaced the shell,
 * its wait for a CPU is known and subtracted.  Of several threads it is unknown which
 * waited for which: they may have lost as much time as others used, less the time for
 * which CPUs were idle, and less a tick per CPU.
 */
enum aisp_sample_state aisp_command_judge(const struct aisp_command_span *s,
					  double *others_ns);

#endif
