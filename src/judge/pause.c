/* SPDX-License-Identifier: MIT
 *
 * pause.c - workers that stand still: from their last answer until what they will read
 * is written.
 */
#include <signal.h>

#include "ring.h"

int aisp_launch_pause(struct aisp_launch *l)
{
	if (l->is_paused)
		return 0;
	if (aisp_launch_is_gone(l))
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		kill(m->pid, SIGSTOP);
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		if (aisp_launch_wait_stopped(m)) {
			aisp_launch_blame(l, m);
			return -1;
		}
	l->is_paused = true;
	return 0;
}

int aisp_launch_hold(struct aisp_launch *l, struct aisp_launch *rank, int64_t ns)
{
	if (aisp_launch_is_gone(l))
		return -1;
	kill(rank->pid, SIGSTOP);
	if (aisp_launch_wait_stopped(rank)) {
		aisp_launch_blame(l, rank);
		return -1;
	}
	l->held = rank;
	l->held_ns = ns;
	return 0;
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
