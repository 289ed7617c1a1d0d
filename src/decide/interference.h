/* SPDX-License-Identifier: MIT
 *
 * interference.h - how much of a time span other programs took: a preempted sample is
 * not the variant's time, and a worker does nothing while it waits for a CPU.
 *
 * Both facts come from the judge or the kernel: the CPU time of the judge's thread
 * against wall time, and how long the worker's threads were ready without a CPU.
 */
#ifndef AISP_INTERFERENCE_H
#define AISP_INTERFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Between two moments. */
struct aisp_interference {
	double wall_ns;
	double judge_ns; /* time for which the judge neither ran nor meant to sleep */
	double judge_waited_ns; /* of that, ready and without a CPU */
	double worker_ns;     /* time for which the worker's threads were ready and not
				 running */
	double others_cpu_ns; /* CPU time of all other processes; NaN: unknown */
	bool is_single;       /* one thread: while it waits, the worker does nothing */
};

#define AISP_CROWDED_NS 500e3 /* without the CPU: others took it for a while */
#define AISP_PREEMPT_NS 1e3   /* a thread that is woken on a crowded CPU waits longer */

enum aisp_sample_state {
	AISP_SAMPLE_CLEAN,  /* nobody else had the CPUs */
	AISP_SAMPLE_MENDED, /* others had them for a known time, which is subtracted */
	AISP_SAMPLE_SPOILT, /* others had them, for an unknown time */
};

/*
 * Whether the judge should sleep until the worker answers, instead of spinning.  A
 * sleeping judge wakes late if its CPU sleeps as well (200 us in a virtual machine); so
 * it sleeps only if others crowd that CPU (n_crowded samples of this launch so far) and
 * samples are longer than a time slice.
 */
bool aisp_wants_patience(int n_crowded, double sample_ns);

/*
 * Judges a sample of ns, at whose ends the judge may have been away for gap_ns, and
 * which saw the answer late_ns late.  CLEAN if nobody else ran, where that is known.
 * *others_ns becomes the time to subtract.  A worker that wakes the judge before it has
 * answered, or answers before it is done, works while the judge waits for a CPU: see
 * aisp_sample_ran().
 */
enum aisp_sample_state aisp_sample_judge(double ns, double gap_ns, double late_ns,
					 const struct aisp_interference *lost,
					 double *others_ns);

/*
 * The part of others_ns that may be subtracted from a sample of ns in which the
 * worker's one thread ran for at least ran_ns.
 */
double aisp_sample_ran(double ns, double others_ns, double ran_ns);

/*
 * Inputs were readable for free_ns before a call's bell: is that longer than copying
 * them takes, so that work could be done early?
 */
bool aisp_is_early(double free_ns);

/*
 * A worker went on for stop_ns after a sample of ns, until it stood still: is that long
 * enough to do work that belongs into the call?
 */
bool aisp_is_late_stop(double stop_ns, double ns);

/* A sample, from when its inputs are readable until the worker stands still. */
struct aisp_open {
	double woken_ns;   /* until it reported that it is awake, beyond what that takes
			    */
	double waiting_ns; /* from that report until its bell */
	double ring_ns;    /* from the bell until the judge saw its answer */
	double waited_ns;  /* part of ring_ns: ready without a CPU, or seen too late */
	double cpu_ns;     /* that it ran in all, from standstill to standstill; NaN:
			      it has not stood still, or is several threads */
};

/*
 * How long a worker can have used inputs that are not kept from it: before it reported
 * that it is awake, and then until its bell.  The former is its CPU time less the time
 * from the bell to its answer: the kernel's count is exact only when the worker stands
 * still, so that CPU time after the answer is included.  If it slept instead of waiting
 * for the bell, the latter contains that.
 */
double aisp_open_ns(const struct aisp_open *o);

/*
 * The same for each of n_calls on a device, where nearly all of the time from waking to
 * the bell is the driver's: that beyond the least.  If the calls wait behind a gate and
 * no host code of the variant is there to start others (is_closed), nothing can begin
 * early.
 */
double aisp_device_open_ns(bool is_closed, double wake_ns, double least_ns,
			   int n_calls);

/*
 * The time of a call of ns without the waits of its threads for a CPU.  They may have
 * waited at the same time, so this is a lower bound.  NaN unknown.
 */
double aisp_running_ns(double ns, double waited_ns);

/* The most that it can have run after its last answer, in stop_ns. */
double aisp_behind_ns(const struct aisp_open *o, double stop_ns);

/*
 * The worker went on for stop_ns, in which judge and worker waited for a CPU for
 * waited_ns (NaN unknown): may that be why, rather than work? A worker that chooses
 * which samples are taken again chooses its inputs.
 */
bool aisp_were_kept(const struct aisp_open *o, double stop_ns, double waited_ns);

/*
 * Whether a new attempt at a sample replaces the one before: its state decides, and if
 * equal, the time that others took.
 */
bool aisp_is_less_disturbed(enum aisp_sample_state state, double others_ns,
			    enum aisp_sample_state before, double others_before_ns);

/*
 * The share of n looks at an idle device that waited for other users.  Looks take equal
 * time; one waited if it took twice the fastest and 100 us more, or a time slice.  NaN:
 * none was taken.
 */
double aisp_device_busy_share(const double *look_ns, int n);

/*
 * How long the worker can have run between seeing new inputs and the bell, in ns.  NaN
 * if that exceeds limit_ns and others may have caused it: the judge was away, or one of
 * several threads waited.
 */
double aisp_wake_charge_ns(const struct aisp_interference *lost, double limit_ns);

#endif
