/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "printable.h"
#include "rank_arrivals.h"
#include "ring.h"

#define PATIENCE_NS   INT64_C(50000000) /* between checks of the worker's health */
#define READING_RATIO 3 /* to the fastest reading: above it, it was interrupted */
#define FAILED_NS     INT64_C(1000000000) /* for a failed rank's peers to leave */
#define LONGEST_WAIT  20                  /* times the limit, if others have the CPUs */
#define LONGEST_LOOK  1e8 /* between checks; else the machine stood still */
#define LONGEST_TICK  2e7 /* the kernel updates a thread's time by ticks */
#define STOPPED_NS    INT64_C(1000000000) /* then a call may be stopped */

bool aisp_launch_is_gone(const struct aisp_launch *l)
{
	while (l && l->pid)
		l = l->next_rank;
	return l != NULL;
}

/* The first rank without an answer; NULL if there is none. */
static inline struct aisp_launch *awaited(struct aisp_launch *l)
{
	while (l && aisp_has_answered(l))
		l = l->next_rank;
	return l;
}

static inline bool is_done(struct aisp_launch *l)
{
	return l->has_arrivals ? aisp_ranks_poll(l) : !awaited(l);
}

void aisp_launch_kill(struct aisp_launch *l)
{
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		if (m->pid)
			kill(m->pid, SIGKILL);
	for (struct aisp_launch *m = l; m; m = m->next_rank) {
		if (m->pid)
			waitpid(m->pid, NULL, 0);
		m->pid = 0;
	}
}

void aisp_launch_go_on(struct aisp_launch *l)
{
	l->is_paused = false;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		if (m->pid)
			kill(m->pid, SIGCONT);
}

enum aisp_launch_status aisp_launch_status_of(const struct aisp_launch *l)
{
	return l->report->status == -ENOTSUP && l->status == AISP_LAUNCH_NOT_RUN
		       ? AISP_LAUNCH_UNSUPPORTED
		       : AISP_LAUNCH_FAILED;
}

void aisp_launch_blame(struct aisp_launch *l, const struct aisp_launch *m)
{
	char cause[sizeof(l->cause)];

	snprintf(cause, sizeof(cause), "%s", m->cause);
	l->status = m->status;
	if (l->buffers->problem.ranks.n)
		snprintf(l->cause, sizeof(l->cause), "rank %d: %.480s", m->rank, cause);
	aisp_launch_kill(l);
}

void aisp_launch_end_as(struct aisp_launch *l, const struct aisp_failure *f)
{
	aisp_launch_kill(l);
	l->status = (enum aisp_launch_status)f->status;
	snprintf(l->cause, sizeof(l->cause), "node %d: %.450s", (int)f->node, f->cause);
}

/* Has it ended without an answer, by a signal (is_killed) or by itself? */
static bool has_ended(struct aisp_launch *m, bool is_killed, siginfo_t *info)
{
	*info = (siginfo_t){ 0 };
	return !waitid(P_PID, (id_t)m->pid, info, WEXITED | WNOHANG | WNOWAIT) &&
	       info->si_pid && is_killed == (info->si_code != CLD_EXITED) &&
	       !aisp_has_answered(m);
}

/*
 * True if a worker died without an answer; then status and cause are set.  A worker
 * that answers its last command may be dead before we look for the answer.  Killed
 * ranks are looked for first: a library may let the others leave for that.
 */
static bool is_dead(struct aisp_launch *l)
{
	siginfo_t info;

	for (int killed = 1; killed >= 0; killed--)
		for (struct aisp_launch *m = l; m; m = m->next_rank) {
			if (!has_ended(m, killed, &info))
				continue;
			aisp_launch_bury(m, &info);
			aisp_launch_blame(l, m);
			return true;
		}
	return false;
}

/* How long a rank has been ready without a CPU since the command was given.  The kernel
 * counts a wait only when it ends. */
static double waited_ns(struct aisp_launch *m, int64_t now_ns)
{
	double ran_ns, waited_ns, queued_ns;

	aisp_process_sched(m->pid, &ran_ns, &waited_ns);
	if (isnan(m->waited_ns))
		m->waited_ns = waited_ns; /* at the first look of this command */
	if (ran_ns != m->ran_ns) {
		m->ran_ns = ran_ns;
		m->ran_at_ns = now_ns;
	}
	queued_ns = (double)(now_ns - m->ran_at_ns);
	if (queued_ns < LONGEST_TICK || !aisp_process_is_ready(m->pid))
		queued_ns = 0;
	return waited_ns - m->waited_ns + queued_ns;
}

/*
 * Time in which the worker was ready but had no CPU does not count as its own; but a
 * part of all time does, so that a crowd of its own threads does not wait for ever.
 */
static double own_ns(struct aisp_launch *l)
{
	int64_t now_ns = aisp_now_ns();
	double most_ns = 0;

	l->elapsed_ns += fmin((double)(now_ns - l->looked_ns), LONGEST_LOOK);
	l->looked_ns = now_ns;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		most_ns = fmax(most_ns, waited_ns(m, now_ns));
	return fmax(l->elapsed_ns - most_ns, l->elapsed_ns / LONGEST_WAIT);
}

/* The first rank that returned an error, for which others may wait in vain. */
static struct aisp_launch *failed_rank(struct aisp_launch *l)
{
	while (l && !(aisp_has_answered(l) && l->report->status))
		l = l->next_rank;
	return l;
}

/* The text is from the device's driver, if it has one. */
static void name_failed(struct aisp_launch *m)
{
	bool is_setup = m->plan->bell.command == AISP_CMD_SETUP;
	char text[sizeof(m->report->text)];

	aisp_printable(text, m->report->text, sizeof(text));
	m->status = aisp_launch_status_of(m);
	if (text[0])
		snprintf(m->cause, sizeof(m->cause), "%s, and its peers hang", text);
	else
		snprintf(m->cause, sizeof(m->cause),
			 "%s returned %d, and its peers hang",
			 is_setup ? "setup()" : "run()", m->report->status);
}

static void name_hung(struct aisp_launch *m)
{
	m->status = AISP_LAUNCH_HUNG;
	snprintf(m->cause, sizeof(m->cause), "no answer for %.3g s",
		 (double)m->limit_ns / 1e9);
}

static bool is_hung(struct aisp_launch *l)
{
	struct aisp_launch *failed = failed_rank(l), *hung = awaited(l);
	double ns = own_ns(l);

	if (!hung || ns < (double)(failed ? FAILED_NS : l->limit_ns))
		return false;
	if (failed)
		name_failed(failed);
	else
		name_hung(hung);
	aisp_launch_blame(l, failed ? failed : hung);
	return true;
}

static bool is_stopped(struct aisp_launch *l, int64_t since_ns)
{
	if (aisp_now_ns() - since_ns < STOPPED_NS || !aisp_end_has_come(&l->end))
		return false;
	l->status = AISP_LAUNCH_STOPPED;
	snprintf(l->cause, sizeof(l->cause), "the run was stopped");
	aisp_launch_kill(l);
	return true;
}

/* Ranks of another node are gone, and ours may wait for them in vain. */
static bool is_off(struct aisp_launch *l)
{
	if (!l->meet || !aisp_meet_is_off(l->meet))
		return false;
	l->status = AISP_LAUNCH_HUNG;
	snprintf(l->cause, sizeof(l->cause), "no answer after another node's end");
	aisp_launch_kill(l);
	return true;
}

static bool is_over(struct aisp_launch *l, int64_t since_ns)
{
	return is_dead(l) || is_stopped(l, since_ns) || is_hung(l) || is_off(l);
}

static void note_answer(struct aisp_launch *l)
{
	uint64_t ticks = aisp_ticks();

	l->answered_ns = aisp_now_ns();
	l->answered_ticks = aisp_ticks();
	l->reading_ticks += l->answered_ticks - ticks;
}

/* Was the judge interrupted between reading the clock and the counter? */
static void compare_readings(struct aisp_launch *l)
{
	if (!l->least_reading_ticks || l->reading_ticks < l->least_reading_ticks)
		l->least_reading_ticks = l->reading_ticks;
	l->is_torn = l->reading_ticks > READING_RATIO * l->least_reading_ticks;
}

/*
 * Read the clock rarely, and do not pause: both delay seeing the answer, a pause by 13
 * ns (EPYC Zen 5).  The last moment without an answer shows whether somebody else had
 * the judge's core when it came.  Checking the worker's health takes tens of us, in
 * which no answer is seen: a thousandth of the time between checks.
 */
static int spin(struct aisp_launch *l, int64_t since_ns)
{
	for (int64_t look_ns = since_ns + PATIENCE_NS;;) {
		for (int i = 0; i < 256; i++) {
			if (!is_done(l))
				continue;
			note_answer(l);
			return 0;
		}
		l->unanswered_ns = aisp_now_ns();
		if (l->unanswered_ns < look_ns)
			continue;
		if (is_over(l, since_ns))
			return -1;
		look_ns = aisp_now_ns() + PATIENCE_NS;
	}
}

/* Returns 0 if woken, also if the answer was there already. */
static long sleep_a_while(struct aisp_launch *l)
{
	const struct timespec patience = { 0, PATIENCE_NS };
	struct aisp_launch *m = awaited(l);

	if (!m || l->has_arrivals)
		return m ? aisp_ranks_sleep(l, &patience) : -1;
	return syscall(SYS_futex, &m->report->done, FUTEX_WAIT, l->number - 1,
		       &patience, NULL, 0);
}

/*
 * Is the answer there?  The look that sees it notes its time: a worker could take the
 * answer back, and give it again when it is done.  A judge that is woken was ready from
 * then on: the kernel tells how long it waited for a CPU.
 */
static bool sleep_on_answer(struct aisp_launch *l)
{
	double waited_ns = aisp_threads_waited_ns(&l->judge);
	bool is_woken = !sleep_a_while(l);

	if (!is_done(l)) {
		l->unanswered_ns = aisp_now_ns();
		return false;
	}
	note_answer(l);
	if (is_woken) {
		l->unanswered_ns = l->answered_ns;
		l->late_ns = aisp_threads_waited_ns(&l->judge) - waited_ns;
	}
	return true;
}

static int sleep_until_done(struct aisp_launch *l, int64_t since_ns)
{
	if (is_done(l)) {
		note_answer(l); /* the answer did not have to wake us */
		return 0;
	}
	while (!sleep_on_answer(l))
		if (is_over(l, since_ns))
			return -1;
	return 0;
}

/* Spin only for timed commands; loading may take longer than a time slice. */
static int wait_answer(struct aisp_launch *l, enum aisp_command_word command,
		       int64_t since_ns)
{
	if (l->plan->is_spin && aisp_is_timed(command) && !l->is_patient)
		return spin(l, since_ns);
	return sleep_until_done(l, since_ns);
}

static void open_gates(struct aisp_launch *l, uint32_t number)
{
	for (int rank = 0; rank < AISP_MAX_RANKS; rank++)
		if (!l->held || rank != l->held->rank)
			__atomic_store_n(&l->plan->bell.opened[rank], number,
					 __ATOMIC_RELEASE);
}

/* All but that of a held rank, whose device does not stop. */
void aisp_launch_open_gates(struct aisp_launch *l)
{
	open_gates(l, l->plan->bell.closed);
}

int64_t aisp_launch_ring(struct aisp_launch *l, enum aisp_command_word command)
{
	struct aisp_bell *bell = &l->plan->bell;
	uint64_t ticks;
	int64_t t0, given_ns;

	if (aisp_launch_is_gone(l))
		return -1;
	if (l->is_paused)
		aisp_launch_go_on(l);
	bell->command = command;
	for (struct aisp_launch *m = l; m; m = m->next_rank) {
		m->number++;
		m->waited_ns = NAN;
		m->seen_ns = 0;
	}
	bell->is_patient = l->is_patient;
	l->late_ns = 0;
	ticks = aisp_ticks();
	l->rung_ns = l->looked_ns = t0 = aisp_now_ns();
	l->elapsed_ns = 0;
	l->reading_ticks = aisp_ticks() - ticks;
	if (command == AISP_CMD_RUN)
		aisp_launch_open_gates(l);
	if (command == AISP_CMD_READY && l->is_armed)
		open_gates(l, bell->closed - 1);
	atomic_store_explicit(&bell->go, l->number, memory_order_release);
	if (!l->plan->is_spin)
		syscall(SYS_futex, &bell->go, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	if (l->held && l->let_go(l))
		return -1;
	l->unanswered_ns = given_ns = aisp_now_ns();
	if (wait_answer(l, command, t0))
		return -1;
	l->ring_ticks = l->answered_ticks - ticks;
	compare_readings(l);
	l->gap_ns = fmax((double)(given_ns - t0),
			 (double)(l->answered_ns - l->unanswered_ns));
	return l->answered_ns - t0;
}
