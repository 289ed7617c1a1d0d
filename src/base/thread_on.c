/* SPDX-License-Identifier: MIT */
#include "thread_on.h"

bool aisp_thread_on(pthread_t *thread, const cpu_set_t *cpus, void *(*run)(void *),
		    void *arg)
{
	pthread_attr_t attr;
	bool is_started;

	if (pthread_attr_init(&attr))
		return false;
	is_started = !pthread_attr_setaffinity_np(&attr, sizeof(*cpus), cpus) &&
		     !pthread_create(thread, &attr, run, arg);
	pthread_attr_destroy(&attr);
	return is_started;
}
