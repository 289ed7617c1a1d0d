/* SPDX-License-Identifier: MIT
 *
 * lock.h - only one measuring program at a time on a CPU or GPU of this machine.
 *
 * A lock is a flock() on a file in $AISP_LOCK_DIR, else /run/lock, else /tmp; the
 * kernel releases it when its holder ends, for whatever reason.  Processes that the
 * holder starts share its locks: $AISP_LOCK_HOLDER names it.
 */
#ifndef AISP_LOCK_H
#define AISP_LOCK_H

#include <sched.h>
#include <signal.h>
#include <stdbool.h>

#include "base/err.h"

#define AISP_MAX_LOCKS (CPU_SETSIZE + 64)

struct aisp_locks {
	bool is_impatient;                       /* fail instead of waiting */
	const volatile sig_atomic_t *is_stopped; /* ends the waiting; may be NULL */
	/* Tells for which process it waits; may be NULL. */
	void (*say)(void *arg, const char *text);
	void *arg;
	int n;
	int fd[AISP_MAX_LOCKS];
};

/*
 * Takes the locks of these CPUs in ascending order, or that of a GPU by its UUID.
 * Returns 0, also if no file can be made, since then no other program can make one; -1
 * with *err filled if another has it and *l is impatient, or if it was stopped.
 */
int aisp_lock_cpus(struct aisp_locks *l, const cpu_set_t *cpus, struct aisp_err *err);
int aisp_lock_gpu(struct aisp_locks *l, const char *uuid, struct aisp_err *err);

void aisp_locks_release(struct aisp_locks *l);

#endif
