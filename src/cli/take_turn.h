/* SPDX-License-Identifier: MIT
 *
 * take_turn.h - wait until no other aisp measures on this process's CPUs.
 */
#ifndef AISP_TAKE_TURN_H
#define AISP_TAKE_TURN_H

#include "machine/lock.h"

/*
 * The CPUs are this process's and its children's until it ends; whom it waits for is
 * said on stderr in the name of `command`.  0, or -1
 * with *err filled.
 */
int take_turn(struct aisp_locks *l, const char *command, struct aisp_err *err);

#endif
