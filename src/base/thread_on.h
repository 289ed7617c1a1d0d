/* SPDX-License-Identifier: MIT
 *
 * thread_on.h - a thread that runs on certain CPUs alone.
 */
#ifndef AISP_THREAD_ON_H
#define AISP_THREAD_ON_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

/* False, and nothing runs, if there is no such thread to be had. */
bool aisp_thread_on(pthread_t *thread, const cpu_set_t *cpus, void *(*run)(void *),
		    void *arg);

#endif
