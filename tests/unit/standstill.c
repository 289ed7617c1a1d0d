/* SPDX-License-Identifier: MIT
 *
 * A rank that is stopped in its call: it stands still, goes on, and who dies meanwhile
 * is named.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge/ring.h"
#include "tap.h"

static struct aisp_plan plan;
static struct aisp_report report;
static struct aisp_buffers buffers = { .problem.ranks.n = 2 };

/* Rank 1 of a launch, whose process does that. */
static struct aisp_launch rank_of(void (*todo)(void))
{
	struct aisp_launch l = {
		.rank = 1, .plan = &plan, .report = &report, .buffers = &buffers
	};

	l.pid = fork();
	if (!l.pid)
		todo();
	return l;
}

static void compute(void)
{
	for (;;)
		pause();
}

static void leave(void)
{
	_exit(7);
}

/* Has the kernel told that it went on?  It tells once. */
static bool has_gone_on(pid_t pid)
{
	siginfo_t info = { 0 };

	return !waitid(P_PID, (id_t)pid, &info, WCONTINUED | WNOHANG) &&
	       info.si_pid == pid && info.si_code == CLD_CONTINUED;
}

static void test_caught(void)
{
	struct aisp_launch l = rank_of(compute);

	ok(!has_gone_on(l.pid), "a rank that computes");
	ok(!aisp_launch_stop_for(&l, 200000, 1000000) && has_gone_on(l.pid),
	   "is stopped, and goes on");
	ok(!has_gone_on(l.pid), "once");
	aisp_launch_kill(&l);
}

static void test_dead(void)
{
	struct aisp_launch l = rank_of(leave);
	siginfo_t info;

	waitid(P_PID, (id_t)l.pid, &info, WEXITED | WNOWAIT);
	ok(aisp_launch_stop_for(&l, 200000, 1000000) == -1 &&
		   l.status == AISP_LAUNCH_CRASHED,
	   "one that has left is no harness's failure");
}

int main(void)
{
	test_caught();
	test_dead();
	return done();
}
