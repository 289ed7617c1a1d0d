/* SPDX-License-Identifier: MIT
 *
 * tuning_child.c - the judge as a program of its own, which ends if the search is
 * killed: what it measured then is measured again, by nobody else at that moment.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tuning_parts.h"

static void become(const char *const *argv, int fd, pid_t parent)
{
	int null = open("/dev/null", O_RDONLY);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || null < 0 || dup2(null, 0) < 0 || dup2(fd, 1) < 0 ||
	    dup2(fd, 2) < 0)
		_exit(127);
	execv(argv[0], (char *const *)argv);
	dprintf(2, "cannot start %s: %s (was it built anew meanwhile?)\n", argv[0],
		strerror(errno));
	_exit(127);
}

int tuning_child(const char *const *argv, int fd, int *status, struct aisp_err *err)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return aisp_err_errno(err, "start %s", argv[0]);
	if (!pid)
		become(argv, fd, parent);
	while (waitpid(pid, status, 0) < 0)
		if (errno != EINTR)
			return aisp_err_errno(err, "wait for %s", argv[0]);
	return 0;
}
