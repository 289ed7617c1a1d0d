/* SPDX-License-Identifier: MIT
 *
 * rank_hold.h - stop one rank of a call while the others go on.
 */
#ifndef AISP_JUDGE_RANK_HOLD_H
#define AISP_JUDGE_RANK_HOLD_H

#include "launch.h"

/*
 * Stop a ready rank of l until ns after the next ring; and, if n_changes is not 0 (only
 * on the CPU), for as long again at that change of what ranks show each other.  Returns
 * 0, or -1 with status and cause set.
 */
int aisp_launch_hold(struct aisp_launch *l, struct aisp_launch *rank, int64_t ns,
		     int n_changes);

#endif
