/* SPDX-License-Identifier: MIT
 *
 * Where the threads of a process ran last.
 */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probes/ran.h"
#include "tap.h"

/* A child that has run on that CPU and stays there. */
static pid_t child_on(int cpu)
{
	int ready[2];
	char byte = 0;
	pid_t pid;

	if (pipe(ready) || (pid = fork()) < 0)
		return -1;
	if (!pid) {
		cpu_set_t there;

		CPU_ZERO(&there);
		CPU_SET(cpu, &there);
		sched_setaffinity(0, sizeof(there), &there);
		if (write(ready[1], &byte, 1) == 1)
			pause();
		_exit(1);
	}
	if (read(ready[0], &byte, 1) != 1)
		return -1;
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static void *wait_for_ever(void *arg)
{
	for (;;)
		pause();
	return arg;
}

/* This process's two threads, on one CPU and on all. */
static void test_crowd(const cpu_set_t *ours)
{
	cpu_set_t one, may;
	pthread_t thread;
	int first = 0;

	ok(!aisp_threads_crowd(getpid()), "one thread is no crowd");
	while (!CPU_ISSET(first, ours))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	if (pthread_create(&thread, NULL, wait_for_ever, NULL))
		return;
	ok(aisp_threads_crowd(getpid()) == (CPU_COUNT(ours) < 2),
	   "two are none where there are two CPUs");
	sched_setaffinity(0, sizeof(one), &one);
	pthread_setaffinity_np(thread, sizeof(one), &one);
	ok(aisp_threads_crowd(getpid()), "on one CPU they are");
	aisp_threads_may_run(getpid(), &may);
	ok(CPU_EQUAL(&may, &one), "there both may run, nowhere else");
	sched_setaffinity(0, sizeof(*ours), ours);
	aisp_threads_may_run(getpid(), &may);
	ok(CPU_EQUAL(&may, ours),
	   "one thread may run on more CPUs: so may the process");
	pthread_cancel(thread);
	pthread_join(thread, NULL);
}

int main(void)
{
	cpu_set_t ours, found;

	sched_getaffinity(0, sizeof(ours), &ours);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		pid_t pid = CPU_ISSET(cpu, &ours) ? child_on(cpu) : 0;

		if (pid <= 0)
			continue;
		aisp_threads_where(pid, &found);
		ok(CPU_COUNT(&found) == 1 && CPU_ISSET(cpu, &found),
		   "a thread is found on the CPU that it is pinned to");
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	aisp_threads_where(-1, &found);
	ok(!CPU_COUNT(&found), "no process ran nowhere");
	test_crowd(&ours);
	return done();
}
