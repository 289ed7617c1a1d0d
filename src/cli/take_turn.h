/* SPDX-License-Identifier: MIT
 *
 * take_turn.h - wait until no other aisp measures on this process's CPUs.
 */
#ifndef AISP_TAKE_TURN_H
#define AISP_TAKE_TURN_H

#include "machine/lock.h"

/*
 * Reserves the CPUs for this process and its children until it ends; prints on stderr,
 * in the name of `command`, whom it waits for.  Returns 0, or -1 with *err filled.
 */
int take_turn(struct aisp_locks *l, const char *command, struct aisp_err *err);

#endif
