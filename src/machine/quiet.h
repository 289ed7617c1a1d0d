/* SPDX-License-Identifier: MIT
 *
 * quiet.h - wait until nobody else uses the CPUs.
 */
#ifndef AISP_QUIET_H
#define AISP_QUIET_H

#include <signal.h>

#include "base/err.h"

/*
 * Waits until others use less than a twentieth of a CPU during a second, at most
 * limit_s seconds; say() hears once about the load.  Returns 0; 1 if still busy, with
 * the load in *err; -1 with *err filled if it cannot be seen here, or *is_stopped.
 */
int aisp_wait_quiet(double limit_s, const volatile sig_atomic_t *is_stopped,
		    void (*say)(void *arg, const char *text), void *arg,
		    struct aisp_err *err);

#endif
