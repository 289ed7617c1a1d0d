/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "guard.h"
#include "probe.h"

/* Writes the message to the pipe; the exit status says of which kind the error is. */
static void run_child(int fd, int (*try)(void *arg, struct aisp_err *err), void *arg)
{
	struct aisp_err err = { "" };
	ssize_t n;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	aisp_guard_tell(fd);
	if (!try(arg, &err))
		_exit(AISP_EXIT_OK);
	n = write(fd, err.msg, strlen(err.msg));
	(void)n; /* without a message the parent says that the child ended */
	_exit(aisp_err_status(&err));
}

static void read_words(int fd, char *text, size_t size)
{
	size_t n = 0;
	ssize_t k;

	while (n + 1 < size && ((k = read(fd, text + n, size - 1 - n)) > 0 ||
				(k < 0 && errno == EINTR)))
		n += k > 0 ? (size_t)k : 0;
	text[n] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

/* The guard's message begins with the program's name. */
static const char *without_name(const char *words)
{
	return strncmp(words, "aisp: ", 6) ? words : words + 6;
}

static int wait_for(pid_t pid, int fd, struct aisp_err *err)
{
	char words[sizeof(err->msg)];
	int status = 0;

	read_words(fd, words, sizeof(words));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return aisp_err_set(err, "a process to try a workload in was killed, "
					 "perhaps for want of memory");
	if (WIFSIGNALED(status))
		return aisp_err_broken(err, "it ended its process: %s",
				       strsignal(WTERMSIG(status)));
	if (!WEXITSTATUS(status))
		return 0;
	if (WEXITSTATUS(status) == AISP_EXIT_USAGE)
		return aisp_err_usage(err, "%s", words);
	if (WEXITSTATUS(status) == AISP_EXIT_HARNESS)
		return aisp_err_set(err, "%s", words);
	return aisp_err_broken(err, "%s",
			       words[0] ? without_name(words) : "it ended its process");
}

int aisp_probe(int (*try)(void *arg, struct aisp_err *err), void *arg,
	       struct aisp_err *err)
{
	int fds[2], rc;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC))
		return aisp_err_errno(err, "a pipe");
	pid = fork();
	if (!pid)
		run_child(fds[1], try, arg);
	close(fds[1]);
	rc = pid < 0 ? aisp_err_errno(err, "a process to try a workload in")
		     : wait_for(pid, fds[0], err);
	close(fds[0]);
	return rc;
}
