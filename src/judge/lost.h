/* SPDX-License-Identifier: MIT
 *
 * lost.h - what others took of a span of time: a preempted sample is no time of the
 * variant, and a worker does nothing while it waits for a CPU.
 *
 * Both facts are the judge's own or the kernel's: the CPU time of the judge's thread
 * beside the wall time, and how long the worker's threads were ready without a CPU.
 */
#ifndef AISP_LOST_H
#define AISP_LOST_H

#include <stdbool.h>
#include <stdint.h>

#include "launch.h"

/* A moment, by the judge's clock and by what judge and worker had lost until then. */
struct aisp_moment {
	int64_t wall_ns;
	double judge_cpu_ns;     /* of the judge's thread */
	double judge_waited_ns;  /* for a CPU, by the same */
	double worker_waited_ns; /* of all the worker's threads; NaN unknown */
};

/* Of the time between two moments. */
struct aisp_lost {
	double wall_ns;
	double judge_ns; /* that the judge was not running and did not mean to sleep */
	double judge_waited_ns; /* of that, ready and without a CPU */
	double worker_ns; /* that the worker's threads were ready and not running */
	bool is_single;   /* one thread: while it waits, the worker does nothing */
};

#define AISP_CROWDED_NS 500e3 /* without the CPU: others took it for a while */
#define AISP_PREEMPT_NS 1e3   /* who is woken on a crowded CPU waits longer */

enum aisp_sample_state {
	AISP_SAMPLE_CLEAN,  /* nobody else had the CPUs */
	AISP_SAMPLE_MENDED, /* somebody had; that time is known, and subtracted */
	AISP_SAMPLE_SPOILT, /* somebody had, and it is not known how long */
};

void aisp_moment_now(struct aisp_moment *m, const struct aisp_launch *l);

void aisp_lost_between(const struct aisp_moment *from, const struct aisp_moment *to,
		       const struct aisp_launch *l, struct aisp_lost *lost);

/*
 * Shall the judge sleep until the worker answers, instead of spinning?  Who sleeps is
 * woken late where its CPU sleeps as well (by 200 us in a virtual machine), so only
 * where others crowd that CPU, n_crowded samples of this launch so far, and where
 * samples are longer than what fits into a time slice.
 */
bool aisp_wants_patience(int n_crowded, double sample_ns);

/*
 * A sample of ns, at whose ends the judge may have been away for gap_ns, and was kept
 * from seeing the answer for late_ns.  In *others_ns what is to be subtracted from it.
 */
enum aisp_sample_state aisp_sample_judge(double ns, double gap_ns, double late_ns,
					 const struct aisp_lost *lost,
					 double *others_ns);

/*
 * Does an attempt at a sample count rather than the one before it?  Its state decides,
 * and between equals what others took of it.
 */
bool aisp_is_less_disturbed(enum aisp_sample_state state, double others_ns,
			    enum aisp_sample_state before, double others_before_ns);

/*
 * For how long the worker can have run between seeing new inputs and the bell, in ns.
 * NaN if that is more than limit_ns and may be others' doing: the judge was away, or
 * one of several threads waited.
 */
double aisp_wake_charge_ns(const struct aisp_lost *lost, double limit_ns);

#endif
