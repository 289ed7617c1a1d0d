/* SPDX-License-Identifier: MIT
 *
 * guard.h - call a workload's function so that a bad pointer, a division by zero, an
 * abort() or an endless loop in it is named, instead of ending the judge.
 */
#ifndef AISP_GUARD_H
#define AISP_GUARD_H

#include <stddef.h>

/* What the signal means, whose own name speaks of floating point. */
#define AISP_SIGFPE ": an integer division by 0, or one that overflows"

/*
 * Runs call(arg), the function that `what` names.  Returns 0; or -1 with the fault in
 * why, e.g. "SIGSEGV at address 0x8", "no end after 2 s of CPU time" or "it called
 * exit()".  After a fault memory cannot be trusted: report and leave.  Should that hang
 * the process ends with status 3, with `what` and why on its standard error.
 */
int aisp_guard(void (*call)(void *), void *arg, const char *what, int limit_s,
	       char *why, size_t size);

/* Such last words, "aisp: what: why\n", go to fd from now on. */
void aisp_guard_tell(int fd);

/*
 * From now on a fault or an exit() outside of such a call, as of a variant in this
 * process, calls fault(arg, why) in the thread where it occurs; then the process ends
 * with status 3. fault NULL ends the watch.
 */
void aisp_guard_watch(void (*fault)(void *arg, const char *why), void *arg);

#endif
