/* SPDX-License-Identifier: MIT
 *
 * pause.c - workers that stand still: while what they will read is written, and while
 * energy is read.
 */
#include <signal.h>
#include <sys/wait.h>

#include "ring.h"

static int wait_stopped(struct aisp_launch *l)
{
	siginfo_t info = { 0 };

	if (!waitid(P_PID, (id_t)l->pid, &info, WSTOPPED | WEXITED | WNOWAIT) &&
	    info.si_code == CLD_STOPPED) {
		waitid(P_PID, (id_t)l->pid, &info, WSTOPPED);
		return 0;
	}
	aisp_launch_bury(l, &info);
	return -1;
}

int aisp_launch_pause(struct aisp_launch *l)
{
	if (aisp_launch_is_gone(l))
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		kill(m->pid, SIGSTOP);
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		if (wait_stopped(m)) {
			aisp_launch_blame(l, m);
			return -1;
		}
	return 0;
}

int aisp_launch_hold(struct aisp_launch *l, struct aisp_launch *rank, int64_t ns)
{
	if (aisp_launch_is_gone(l))
		return -1;
	kill(rank->pid, SIGSTOP);
	if (wait_stopped(rank)) {
		aisp_launch_blame(l, rank);
		return -1;
	}
	l->held = rank;
	l->held_ns = ns;
	return 0;
}

static void go_on(struct aisp_launch *l)
{
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		if (m->pid)
			kill(m->pid, SIGCONT);
}

int aisp_launch_resume(struct aisp_launch *l)
{
	go_on(l);
	return aisp_launch_ready(l);
}

int aisp_launch_energy(struct aisp_launch *l, struct aisp_energy *e)
{
	if (aisp_launch_pause(l))
		return -1;
	aisp_energy_read(e);
	go_on(l);
	return 0;
}
