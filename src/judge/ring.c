/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "filter.h"
#include "ring.h"

#define PATIENCE_NS INT64_C(1000000) /* between looks at the worker's health */

static void name_death(struct aisp_launch *l, const siginfo_t *info)
{
	char what[200];
	int signo = info->si_status;

	l->status = AISP_LAUNCH_CRASHED;
	if (info->si_code == CLD_EXITED && info->si_status == 128 + SIGSYS &&
	    l->report->signal == SIGSYS) {
		aisp_syscall_name(l->report->syscall, what, sizeof(what));
		snprintf(l->cause, sizeof(l->cause), "denied system call %s %s", what,
			 l->number <= AISP_CMD_SEAL + 1 ? "while loading or in setup()"
							: "after setup()");
	} else if (info->si_code == CLD_EXITED) {
		snprintf(l->cause, sizeof(l->cause), "exited with status %d",
			 info->si_status);
	} else if (l->report->signal == signo) {
		aisp_buffers_name_address(l->buffers, l->report->fault_address, what,
					  sizeof(what));
		snprintf(l->cause, sizeof(l->cause), "SIG%s at %s", sigabbrev_np(signo),
			 what);
	} else {
		snprintf(l->cause, sizeof(l->cause), "killed by SIG%s",
			 sigabbrev_np(signo));
	}
}

void aisp_launch_bury(struct aisp_launch *l, const siginfo_t *info)
{
	name_death(l, info);
	waitpid(l->pid, NULL, 0);
	l->pid = 0;
}

static inline bool is_done(const struct aisp_launch *l)
{
	return atomic_load_explicit(&l->report->done, memory_order_acquire) ==
	       l->number;
}

/*
 * True if the worker died without an answer; then status and cause are set.  One
 * that answers its last command may be dead before we look for the answer.
 */
static bool is_dead(struct aisp_launch *l)
{
	siginfo_t info = { 0 };

	if (waitid(P_PID, (id_t)l->pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
	    !info.si_pid || is_done(l))
		return false;
	aisp_launch_bury(l, &info);
	return true;
}

void aisp_launch_kill(struct aisp_launch *l)
{
	if (!l->pid)
		return;
	kill(l->pid, SIGKILL);
	waitpid(l->pid, NULL, 0);
	l->pid = 0;
}

static bool is_hung(struct aisp_launch *l, int64_t since_ns)
{
	if (aisp_now_ns() - since_ns < l->limit_ns)
		return false;
	aisp_launch_kill(l);
	l->status = AISP_LAUNCH_HUNG;
	snprintf(l->cause, sizeof(l->cause),
		 "no answer for %.3g s (--timeout-multiplier)",
		 (double)l->limit_ns / 1e9);
	return true;
}

/*
 * Read the clock rarely, and do not pause: both delay seeing the answer, a pause by
 * 13 ns (EPYC Zen 5).  The judge has the core to itself.
 */
static int spin(struct aisp_launch *l, int64_t since_ns)
{
	for (int64_t look_ns = since_ns + PATIENCE_NS;;) {
		for (int i = 0; i < 256; i++) {
			if (is_done(l))
				return 0;
		}
		if (aisp_now_ns() < look_ns)
			continue;
		if (is_dead(l) || is_hung(l, since_ns))
			return -1;
		look_ns = aisp_now_ns() + PATIENCE_NS;
	}
}

static int sleep_until_done(struct aisp_launch *l, int64_t since_ns)
{
	const struct timespec patience = { 0, 50 * PATIENCE_NS };

	while (!is_done(l)) {
		syscall(SYS_futex, &l->report->done, FUTEX_WAIT, l->number - 1,
			&patience, NULL, 0);
		if (!is_done(l) && (is_dead(l) || is_hung(l, since_ns)))
			return -1;
	}
	return 0;
}

/* Spinning is for what is timed; loading may take longer than a time slice. */
static int wait_answer(struct aisp_launch *l, enum aisp_command_word command,
		       int64_t since_ns)
{
	if (l->plan->is_spin && aisp_is_timed(command))
		return spin(l, since_ns);
	return sleep_until_done(l, since_ns);
}

int64_t aisp_launch_ring(struct aisp_launch *l, enum aisp_command_word command)
{
	struct aisp_bell *bell = &l->plan->bell;
	uint64_t ticks;
	int64_t t0, t1;

	bell->command = command;
	l->number++;
	ticks = aisp_ticks();
	t0 = aisp_now_ns();
	atomic_store_explicit(&bell->go, l->number, memory_order_release);
	if (!l->plan->is_spin)
		syscall(SYS_futex, &bell->go, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	if (wait_answer(l, command, t0))
		return -1;
	t1 = aisp_now_ns();
	l->ring_ticks = aisp_ticks() - ticks;
	return t1 - t0;
}
