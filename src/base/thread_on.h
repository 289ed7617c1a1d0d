/* SPDX-License-Identifier: MIT
 *
 * thread_on.h - a thread that runs only on certain CPUs.
 */
#ifndef AISP_THREAD_ON_H
#define AISP_THREAD_ON_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

/* Returns false, and runs nothing, if no thread can be started there. */
bool aisp_thread_on(pthread_t *thread, const cpu_set_t *cpus, void *(*run)(void *),
		    void *arg);

#endif
