/* SPDX-License-Identifier: MIT
 *
 * The time that others took from a sample, from hand-made times: which samples count,
 * what is subtracted, and what the worker is charged for before the bell.
 */
#include <math.h>
#include <string.h>

#include "judge/moment.h"
#include "tap.h"

#define MS 1e6

static struct aisp_plan plan = { .is_spin = 1 };
static struct aisp_launch launch = { .plan = &plan, .tasks = { .n = 1 } };

static struct aisp_interference lost_of(double wall_ns, double judge_cpu_ns,
					double waited_ns)
{
	const struct aisp_moment from = { .wall_ns = 1000 };
	const struct aisp_moment to = { .wall_ns = 1000 + (int64_t)wall_ns,
					.judge_cpu_ns = judge_cpu_ns,
					.judge_waited_ns = 7,
					.worker_waited_ns = waited_ns };
	struct aisp_interference lost;

	aisp_interference_between(&from, &to, &launch, &lost);
	return lost;
}

static void test_lost(void)
{
	struct aisp_interference lost = lost_of(10 * MS, 7 * MS, 2 * MS);

	ok(lost.wall_ns == 10 * MS && lost.judge_ns == 3 * MS &&
		   lost.worker_ns == 2 * MS && lost.is_single,
	   "a spinning judge that did not run was away");
	launch.is_patient = true;
	ok(lost_of(10 * MS, 0, 0).judge_ns == 7,
	   "one that sleeps only while it was ready");
	launch.is_patient = false;
	ok(lost_of(10 * MS, 10 * MS, NAN).worker_ns == 0,
	   "an unknown wait counts as none");
}

static enum aisp_sample_state judge(double ns, double gap_ns, double late_ns,
				    double waited_ns, double *others_ns)
{
	const struct aisp_interference lost = lost_of(ns, ns, waited_ns);

	return aisp_sample_judge(ns, gap_ns, late_ns, &lost, others_ns);
}

static void test_samples(void)
{
	double others_ns;

	ok(judge(4 * MS, 300, 0, 0, &others_ns) == AISP_SAMPLE_CLEAN && !others_ns,
	   "nobody else: clean");
	ok(judge(4 * MS, 300, 0, 2000, &others_ns) == AISP_SAMPLE_CLEAN && !others_ns,
	   "what the clock does not resolve is nothing");
	ok(judge(0.2 * MS, 300, 0, 5000, &others_ns) == AISP_SAMPLE_MENDED,
	   "a short sample resolves it");
	ok(judge(50e3, 300, 0, 5000, &others_ns) == AISP_SAMPLE_SPOILT,
	   "of a shorter one it would be too much: some was waited before the bell");
	ok(judge(0.12 * MS, 300, 0, 30e3, &others_ns) == AISP_SAMPLE_SPOILT &&
		   judge(0.14 * MS, 300, 0, 30e3, &others_ns) == AISP_SAMPLE_MENDED,
	   "what would be left counts");
	ok(judge(7 * MS, 300, 0, 3 * MS, &others_ns) == AISP_SAMPLE_MENDED &&
		   others_ns == 3 * MS,
	   "the worker was preempted: that time is subtracted");
	ok(judge(7 * MS, 300, 3 * MS, 0, &others_ns) == AISP_SAMPLE_MENDED &&
		   others_ns == 3 * MS,
	   "the judge was woken late: likewise");
	ok(judge(7 * MS, 3 * MS, 0, 0, &others_ns) == AISP_SAMPLE_SPOILT && !others_ns,
	   "the judge was away when the answer came: nobody knows for how long");
	ok(judge(9 * MS, 300, 3 * MS, 3 * MS, &others_ns) == AISP_SAMPLE_SPOILT,
	   "both: the worker may have waited after its answer");
	ok(judge(7 * MS, 300, 0, 6.9 * MS, &others_ns) == AISP_SAMPLE_SPOILT,
	   "too little of it was the worker's");
	launch.tasks.n = 2;
	ok(judge(7 * MS, 300, 0, 3 * MS, &others_ns) == AISP_SAMPLE_SPOILT,
	   "one of two threads waited: the other may have worked");
	ok(judge(7 * MS, 300, 3 * MS, 0, &others_ns) == AISP_SAMPLE_SPOILT &&
		   !others_ns,
	   "or gone on while the judge was not woken");
	launch.tasks.n = 1;
	ok(aisp_sample_ran(7 * MS, 3 * MS, 2 * MS) == 3 * MS &&
		   aisp_sample_ran(7 * MS, 3 * MS, 5 * MS) == 2 * MS &&
		   aisp_sample_ran(7 * MS, 3 * MS, 8 * MS) == 0 &&
		   aisp_sample_ran(7 * MS, 3 * MS, NAN) == 3 * MS,
	   "what a thread ran itself it did not wait");
}

static enum aisp_sample_state judge_awake(double others_cpu_ns, double late_ns,
					  double *others_ns)
{
	const struct aisp_interference lost = { .worker_ns = 50e3,
						.others_cpu_ns = others_cpu_ns };

	return aisp_sample_judge(0.1 * MS, 20e3, late_ns, &lost, others_ns);
}

static void test_awake(void)
{
	const struct aisp_moment from = { 0 };
	const struct aisp_moment to = { .wall_ns = 100000,
					.judge_cpu_ns = 10e3,
					.awake_cpu_ns = 60e3,
					.worker_cpu_ns = 90e3 };
	double others_ns;

	ok(isnan(aisp_others_cpu_ns(&from, &to, &launch)),
	   "what others ran is unknown while CPUs may sleep");
	launch.awake.n_threads = 2;
	ok(aisp_others_cpu_ns(&from, &to, &launch) == 40e3,
	   "it is what nobody of ours ran of both CPUs");
	launch.awake.n_threads = 0;
	ok(judge_awake(100, 3000, &others_ns) == AISP_SAMPLE_CLEAN && !others_ns,
	   "nobody else ran: its threads waited for each other, and that the judge "
	   "waited for them is their own doing");
	ok(judge_awake(50e3, 3000, &others_ns) == AISP_SAMPLE_SPOILT,
	   "somebody did: nobody knows who waited for whom");
	ok(judge_awake(NAN, 3000, &others_ns) == AISP_SAMPLE_SPOILT,
	   "nor where that is unknown");
}

static void test_patience(void)
{
	ok(!aisp_wants_patience(0, 5 * MS), "alone on its CPU the judge spins");
	ok(!aisp_wants_patience(1, 5 * MS), "once is no crowd");
	ok(aisp_wants_patience(2, 5 * MS), "where others crowd it, it sleeps");
	ok(!aisp_wants_patience(9, 0.5 * MS), "but not for what fits into a slice");
}

static double charge(double wall_ns, double judge_cpu_ns, double waited_ns)
{
	const struct aisp_interference lost = lost_of(wall_ns, judge_cpu_ns, waited_ns);

	return aisp_wake_charge_ns(&lost, 0.6 * MS);
}

static void test_wake(void)
{
	ok(!aisp_is_early(40e3) && aisp_is_early(4 * MS),
	   "inputs that lay open for longer than a copy takes: work may be done");
	ok(charge(20e3, 20e3, 0) == 20e3, "awake before the bell: charged");
	ok(charge(9 * MS, 9 * MS, 8.9 * MS) == 9 * MS - 8.9 * MS,
	   "waiting for a CPU is not working");
	ok(charge(9 * MS, 9 * MS, 0) == 9 * MS, "working is, in full");
	ok(isnan(charge(9 * MS, 2 * MS, 0)),
	   "unless the judge was away: then nothing can be told");
	ok(charge(9 * MS, 8 * MS, 0) == 9 * MS,
	   "who is busy for longer than the judge was away has chosen to");
	launch.tasks.n = 2;
	ok(charge(9 * MS, 9 * MS, 0) == 9 * MS,
	   "two threads that never waited: charged");
	ok(isnan(charge(9 * MS, 9 * MS, 8 * MS)),
	   "one of them waited: which one did what is not known");
	ok(charge(0.5 * MS, 0.2 * MS, 0.1 * MS) == 0.5 * MS,
	   "little is charged in full, whoever was away");
	launch.tasks.n = 1;
}

static void test_stop(void)
{
	const struct aisp_open several = { .ring_ns = 5 * MS, .cpu_ns = NAN };
	const struct aisp_open one = { .ring_ns = 5 * MS, .cpu_ns = 7 * MS };

	ok(!aisp_is_late_stop(0.4 * MS, 1 * MS), "who stands still soon has no time");
	ok(aisp_is_late_stop(0.6 * MS, 50 * MS), "who goes on may do what it put off");
	ok(!aisp_is_late_stop(0.6 * MS, 70 * MS), "unless that is nothing to a sample");
	ok(aisp_were_kept(&several, 2 * MS, 1.5 * MS) &&
		   aisp_were_kept(&several, 2 * MS, NAN) &&
		   !aisp_were_kept(&several, 2 * MS, 0.1 * MS),
	   "others kept it if somebody waited for a CPU");
	ok(!aisp_were_kept(&one, 2 * MS, 1.5 * MS),
	   "nobody kept one that ran all the time");
}

/* A worker takes 40 us to wake up, 10 until the bell, and 500 until the answer. */
static double open_us(double cpu_us, double waited_us)
{
	const struct aisp_open o = { 40e3, 10e3, 510e3, waited_us * 1e3, cpu_us * 1e3 };

	return aisp_open_ns(&o) / 1e3;
}

static void test_open(void)
{
	ok(open_us(515, 0) == 15,
	   "what it ran beyond its waiting and its call, and until "
	   "the bell");
	ok(open_us(900, 0) == 50, "no more than it was awake for");
	ok(open_us(NAN, 0) == 50, "all of that if nobody knows");
	ok(open_us(515, 20) == 35,
	   "it waited in its call: what it ran, it ran elsewhere");
	ok(open_us(515, NAN) == 50, "nor if its waits are unknown");
	ok(open_us(300, 0) == 10, "who slept in its call paid for that");
}

static void test_device_open(void)
{
	ok(aisp_device_open_ns(false, 50e3, 30e3, 4) == 5e3,
	   "on a device: the waking beyond the least, for each call");
	ok(!aisp_device_open_ns(false, 20e3, 30e3, 4), "never less than nothing");
	ok(!aisp_device_open_ns(true, 50e3, 30e3, 4),
	   "behind the gate, without host code: nothing");
}

static void test_device(void)
{
	const double quiet[] = { 60e3, 70e3, 65e3, 150e3, 62e3 };
	const double shared[] = { 60e3, 70e3, 900e3, 2 * MS, 62e3 };
	const double full[] = { 2 * MS, 3 * MS, 2.5 * MS };

	ok(aisp_device_busy_share(quiet, 5) == 0, "looks that nobody kept waiting");
	ok(aisp_device_busy_share(shared, 5) == 0.4, "two of five waited");
	ok(aisp_device_busy_share(full, 3) == 1, "nobody waits so long for itself");
	ok(isnan(aisp_device_busy_share(quiet, 0)), "no look: nobody knows");
}

int main(void)
{
	test_device();
	test_lost();
	test_samples();
	test_awake();
	test_patience();
	test_wake();
	test_stop();
	test_open();
	test_device_open();
	return done();
}
