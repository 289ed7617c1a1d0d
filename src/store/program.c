/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

#define LOOK_MS 200 /* between checks whether to stop a child */

/*
 * A make above us would pass its own flags (-n, a job server) to ours, and a git hook
 * its repository; a locale would translate texts that we search for.
 */
static int is_kept(const char *var)
{
	static const char *const dropped[] = { "MAKEFLAGS=", "MAKELEVEL=", "MFLAGS=",
					       "GIT_",       "LC_",        "LANG" };

	for (size_t i = 0; i < sizeof(dropped) / sizeof(*dropped); i++)
		if (!strncmp(var, dropped[i], strlen(dropped[i])))
			return 0;
	return 1;
}

/* Pointers into environ; the caller frees the array. */
static char **environment(void)
{
	size_t n = 0, k = 0;
	char **env;

	while (environ[n])
		n++;
	env = calloc(n + 1, sizeof(*env));
	for (size_t i = 0; env && i < n; i++)
		if (is_kept(environ[i]))
			env[k++] = environ[i];
	return env;
}

static int wait_for(pid_t pid, int *status)
{
	while (waitpid(pid, status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return 0;
}

int aisp_program_run(const char *const *argv, int fd, int *status, struct aisp_err *err)
{
	posix_spawn_file_actions_t fa;
	char **env = environment();
	pid_t pid;
	int code;

	if (!env)
		return aisp_err_set(err, "out of memory");
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&fa, fd, 1);
	posix_spawn_file_actions_adddup2(&fa, fd, 2);
	code = posix_spawnp(&pid, argv[0], &fa, NULL, (char *const *)argv, env);
	posix_spawn_file_actions_destroy(&fa);
	free(env);
	if (code == ENOENT)
		return aisp_err_set(err, "%s is not installed", argv[0]);
	errno = code;
	if (code || wait_for(pid, status))
		return aisp_err_errno(err, "run %s", argv[0]);
	return 0;
}

static void become(const char *const *argv, char **env, int fd, pid_t parent)
{
	int null = open("/dev/null", O_RDONLY);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || null < 0 || dup2(null, 0) < 0 || dup2(fd, 1) < 0 ||
	    dup2(fd, 2) < 0)
		_exit(127);
	execvpe(argv[0], (char *const *)argv, env);
	dprintf(2, "cannot start %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

/* Returns 0, or -1 with errno set. */
static int wait_or_stop(pid_t pid, const volatile sig_atomic_t *is_stopped, int *status)
{
	struct pollfd end = { .fd = pidfd_open(pid, 0), .events = POLLIN };
	pid_t ended;
	int sent = 0;

	while (!(ended = waitpid(pid, status, WNOHANG))) {
		poll(&end, 1, LOOK_MS);
		if (!is_stopped || !*is_stopped || sent)
			continue;
		sent = *is_stopped == SIGINT ? SIGTERM : SIGINT;
		kill(pid, sent);
	}
	if (end.fd >= 0)
		close(end.fd);
	return ended < 0 ? -1 : 0;
}

int aisp_program_attend(const char *const *argv, int fd,
			const volatile sig_atomic_t *is_stopped, int *status,
			struct aisp_err *err)
{
	char **env = environment();
	pid_t parent = getpid(), pid = env ? fork() : -1;

	if (!pid)
		become(argv, env, fd, parent);
	free(env);
	if (pid < 0 || wait_or_stop(pid, is_stopped, status))
		return aisp_err_errno(err, "run %s", argv[0]);
	return 0;
}

/* Reads all of fd. */
static char *slurp(int fd)
{
	struct stat st;
	char *text;
	ssize_t n;

	if (fstat(fd, &st))
		return NULL;
	text = malloc((size_t)st.st_size + 1);
	if (!text)
		return NULL;
	n = pread(fd, text, (size_t)st.st_size, 0);
	text[n < 0 ? 0 : n] = '\0';
	return text;
}

int aisp_program_read(const char *const *argv, char **output, struct aisp_err *err)
{
	int fd = memfd_create("output", MFD_CLOEXEC), status = 0, rc;

	*output = NULL;
	if (fd < 0)
		return aisp_err_errno(err, "run %s", argv[0]);
	rc = aisp_program_run(argv, fd, &status, err);
	if (!rc)
		*output = slurp(fd);
	close(fd);
	if (!rc && !*output)
		return aisp_err_set(err, "out of memory");
	if (!rc && status) {
		rc = aisp_err_set(err, "%s failed: %.300s", argv[0], *output);
		free(*output);
		*output = NULL;
	}
	return rc;
}
