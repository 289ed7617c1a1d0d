/* SPDX-License-Identifier: MIT
 *
 * Where the threads of a process ran last.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probes/ran.h"
#include "tap.h"

/* A child that has run on that CPU, and stays there. */
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
	return done();
}
