/* SPDX-License-Identifier: MIT
 *
 * ring.h - the doorbell between judge and worker, and the clock around it.
 */
#ifndef AISP_RING_H
#define AISP_RING_H

#include <signal.h>

#include "launch.h"

static inline bool aisp_has_answered(const struct aisp_launch *l)
{
	return atomic_load_explicit(&l->report->done, memory_order_acquire) ==
	       l->number;
}

/*
 * Ring for the command, which is in the plan.  Returns the ns from the ring to the
 * answer; or -1 if the worker died or hung and is gone: l's status and cause say how.
 */
int64_t aisp_launch_ring(struct aisp_launch *l, enum aisp_command_word command);

/* Let a paused worker run again. */
void aisp_launch_go_on(struct aisp_launch *l);

/* After the ring: let the calls behind gates begin, but not those of a held rank. */
void aisp_launch_open_gates(struct aisp_launch *l);

/* Stop one rank.  Returns 0, or -1 with status and cause set. */
int aisp_launch_stop(struct aisp_launch *l, struct aisp_launch *rank);

/* Reap a worker that died by itself; l's status and cause say how. */
void aisp_launch_bury(struct aisp_launch *l, const siginfo_t *info);
void aisp_launch_kill(struct aisp_launch *l);

/*
 * How an error that the variant returned ends the launch.  A variant that lacks
 * something on this machine must say so before there are data: in setup(), or on a GPU
 * in the rehearsal.  A call must not decline because of its data.
 */
enum aisp_launch_status aisp_launch_status_of(const struct aisp_launch *l);

/* Rank m ended the launch: the launch takes its status and cause, and all ranks are
 * killed. */
void aisp_launch_blame(struct aisp_launch *l, const struct aisp_launch *m);

/* End the launch as another node's part of it ended. */
void aisp_launch_end_as(struct aisp_launch *l, const struct aisp_failure *f);

/* Has a worker of it ended early?  Its pid is 0 then and must get no signal: kill(0)
 * means the judge's own group. */
bool aisp_launch_is_gone(const struct aisp_launch *l);

#endif
