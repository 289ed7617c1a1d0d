/* SPDX-License-Identifier: MIT
 *
 * quiet.h - wait until nobody else uses the CPUs.
 */
#ifndef AISP_QUIET_H
#define AISP_QUIET_H

#include <signal.h>

#include "base/err.h"

/*
 * Wait until others use less than a twentieth of a CPU for a second, limit_s seconds
 * at most; say() hears once who is busy.  0; 1 with who is still busy in *err; -1 with
 * *err filled if that cannot be seen here, or *is_stopped.
 */
int aisp_wait_quiet(double limit_s, const volatile sig_atomic_t *is_stopped,
		    void (*say)(void *arg, const char *text), void *arg,
		    struct aisp_err *err);

#endif
