/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "ring.h"

#define SLEPT_NS  INT64_C(100000) /* a sleep may end so late */
#define POLLED_NS INT64_C(200000) /* beyond which it is not about to stop */

/* A judge that spins does not give up its CPU: others would seem to have taken it. */
static void poll_stopped(const struct aisp_launch *l, siginfo_t *info)
{
	int64_t end_ns = aisp_now_ns() + POLLED_NS;
	const int options = WSTOPPED | WEXITED | WNOWAIT | WNOHANG;

	while (!info->si_pid && aisp_now_ns() < end_ns)
		if (waitid(P_PID, (id_t)l->pid, info, options))
			return;
}

int aisp_launch_wait_stopped(struct aisp_launch *l)
{
	siginfo_t info = { 0 };

	if (l->plan->is_spin && !l->is_patient)
		poll_stopped(l, &info);
	if ((info.si_pid ||
	     !waitid(P_PID, (id_t)l->pid, &info, WSTOPPED | WEXITED | WNOWAIT)) &&
	    info.si_code == CLD_STOPPED) {
		waitid(P_PID, (id_t)l->pid, &info, WSTOPPED);
		return 0;
	}
	aisp_launch_bury(l, &info);
	return -1;
}

static void let_pass(int64_t ns)
{
	int64_t end_ns = aisp_now_ns() + ns;
	const struct timespec nap = { 0, ns - SLEPT_NS };

	if (ns > SLEPT_NS && ns < 1000000000)
		nanosleep(&nap, NULL);
	while (aisp_now_ns() < end_ns)
		;
}

int aisp_launch_stop_for(struct aisp_launch *l, int64_t at_ns, int64_t ns)
{
	const struct timespec nap = { ns / 1000000000, ns % 1000000000 };

	let_pass(at_ns);
	kill(l->pid, SIGSTOP);
	if (aisp_launch_wait_stopped(l))
		return -1;
	nanosleep(&nap, NULL);
	kill(l->pid, SIGCONT);
	return 0;
}
