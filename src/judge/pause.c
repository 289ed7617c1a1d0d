/* SPDX-License-Identifier: MIT
 *
 * pause.c - stop workers from their last answer until what they will read is written.
 */
#include <signal.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "ring.h"

#define POLLED_NS INT64_C(200000) /* a worker that can stop at once takes less */

/* A judge that spins keeps its CPU: if it slept, others would seem to have taken it. */
static void poll_stopped(const struct aisp_launch *l, siginfo_t *info)
{
	int64_t end_ns = aisp_now_ns() + POLLED_NS;
	const int options = WSTOPPED | WEXITED | WNOWAIT | WNOHANG;

	while (!info->si_pid && aisp_now_ns() < end_ns)
		if (waitid(P_PID, (id_t)l->pid, info, options))
			return;
}

static int wait_stopped(struct aisp_launch *l)
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

int aisp_launch_pause(struct aisp_launch *l)
{
	if (l->is_paused)
		return 0;
	if (aisp_launch_is_gone(l))
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		kill(m->pid, SIGSTOP);
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		if (wait_stopped(m)) {
			aisp_launch_blame(l, m);
			return -1;
		}
	l->is_paused = true;
	return 0;
}

int aisp_launch_stop(struct aisp_launch *l, struct aisp_launch *rank)
{
	kill(rank->pid, SIGSTOP);
	if (!wait_stopped(rank))
		return 0;
	aisp_launch_blame(l, rank);
	return -1;
}

int aisp_launch_resume(struct aisp_launch *l)
{
	aisp_launch_go_on(l);
	return aisp_launch_ready(l);
}

int aisp_launch_energy(struct aisp_launch *l, struct aisp_energy *e)
{
	bool was_paused = l->is_paused;

	if (aisp_launch_pause(l))
		return -1;
	aisp_energy_read(e);
	if (!was_paused)
		aisp_launch_go_on(l);
	return 0;
}
