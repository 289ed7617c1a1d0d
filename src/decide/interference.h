/* SPDX-License-Identifier: MIT
 *
 * interference.h - what others took of a span of time: a preempted sample is no time of
 * the variant, and a worker does nothing while it waits for a CPU.
 *
 * Both facts are the judge's own or the kernel's: the CPU time of the judge's thread
 * beside the wall time, and how long the worker's threads were ready without a CPU.
 */
#ifndef AISP_INTERFERENCE_H
#define AISP_INTERFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Of the time between two moments. */
struct aisp_interference {
	double wall_ns;
	double judge_ns; /* that the judge was not running and did not mean to sleep */
	double judge_waited_ns; /* of that, ready and without a CPU */
	double worker_ns;     /* that the worker's threads were ready and not running */
	double others_cpu_ns; /* that neither of them ran, on all CPUs; NaN: unknown */
	bool is_single;       /* one thread: while it waits, the worker does nothing */
};

#define AISP_CROWDED_NS 500e3 /* without the CPU: others took it for a while */
#define AISP_PREEMPT_NS 1e3   /* who is woken on a crowded CPU waits longer */

enum aisp_sample_state {
	AISP_SAMPLE_CLEAN,  /* nobody else had the CPUs */
	AISP_SAMPLE_MENDED, /* somebody had; that time is known, and subtracted */
	AISP_SAMPLE_SPOILT, /* somebody had, and it is not known how long */
};

/*
 * Shall the judge sleep until the worker answers, instead of spinning?  Who sleeps is
 * woken late where its CPU sleeps as well (by 200 us in a virtual machine), so only
 * where others crowd that CPU, n_crowded samples of this launch so far, and where
 * samples are longer than what fits into a time slice.
 */
bool aisp_wants_patience(int n_crowded, double sample_ns);

/*
 * Clean if nobody else ran, where that is known: then who waited, waited for its own.
 * A sample of ns, at whose ends the judge may have been away for gap_ns, and was kept
 * from seeing the answer for late_ns.  In *others_ns what is to be subtracted from it.
 * Who wakes the judge before it has answered, or answers before it is done, works while
 * the judge waits for a CPU: see aisp_sample_ran().
 */
enum aisp_sample_state aisp_sample_judge(double ns, double gap_ns, double late_ns,
					 const struct aisp_interference *lost,
					 double *others_ns);

/*
 * What may be subtracted of others_ns, from a sample of ns in which the worker's one
 * thread ran for ran_ns at least.
 */
double aisp_sample_ran(double ns, double others_ns, double ran_ns);

/*
 * Inputs lay open for free_ns before a call's bell: could more have been done of it
 * than while they were copied?
 */
bool aisp_is_early(double free_ns);

/*
 * A worker went on for stop_ns behind a sample of ns, until it stood still: is that
 * others' doing, and long enough to do what belongs into a call?
 */
bool aisp_is_late_stop(double stop_ns, double ns);

/* Of a sample, from when its inputs lay there until the worker stood still again. */
struct aisp_open {
	double woken_ns;   /* until it said that it is awake, beyond what that takes */
	double waiting_ns; /* from there until its bell */
	double ring_ns;    /* from there until its answer was seen */
	double waited_ns;  /* of that, ready and without a CPU, or seen too late */
	double cpu_ns;     /* that it ran in all, from standstill to standstill; NaN:
			      it has not stood still, or is several threads */
};

/*
 * For how long a worker can have used inputs that are not kept from it: before it said
 * that it is awake, and then until its bell.  The former is what it ran beyond the time
 * from there to its answer: the kernel is exact only where the worker stands still, so
 * that what it runs behind its answer counts as well.  If it slept instead of waiting
 * for the bell, that is in the latter.
 */
double aisp_open_ns(const struct aisp_open *o);

/*
 * What is left of a call of ns without the time that its threads waited for a CPU. They
 * may have waited at the same time: it took so long at least.  NaN unknown.
 */
double aisp_running_ns(double ns, double waited_ns);

/* What it can have run behind its last answer, until it stood still stop_ns later. */
double aisp_behind_ns(const struct aisp_open *o, double stop_ns);

/*
 * It went on for stop_ns, in which judge and worker waited for a CPU for waited_ns (NaN
 * unknown): may that be why, rather than what it ran?  A worker that chooses which
 * samples are taken again chooses its inputs.
 */
bool aisp_were_kept(const struct aisp_open *o, double stop_ns, double waited_ns);

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
double aisp_wake_charge_ns(const struct aisp_interference *lost, double limit_ns);

#endif
