/* SPDX-License-Identifier: MIT
 *
 * walls.c - run a program behind walls.  Whatever allocates is done before the fork,
 * since the judge may have threads.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "walls_parts.h"

#define ENVIRONMENT_BYTES (1 << 16)

/* The child sends it with the walls, and again with errno if the program cannot start.
 */
struct report {
	uint32_t walls, code;
};

const char *aisp_wall_name(enum aisp_wall wall)
{
	static const char *const names[] = { "namespaces", "no_privileges", "limits",
					     "landlock", "seccomp" };

	return names[wall];
}

/* If the judge dies the compiler dies too. */
static void leave_judge(const struct aisp_wall_plan *p)
{
	sigset_t none;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != p->parent)
		_exit(127);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void place_files(const struct aisp_wall_plan *p)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	dup2(null, 0);
	dup2(p->log_fd, 1);
	dup2(p->log_fd, 2);
	dup3(p->report_fd, 3, O_CLOEXEC);
	close_range(4, ~0u, 0);
}

static void tell(struct report *r)
{
	if (write(3, r, sizeof(*r)) < 0)
		_exit(126);
}

static _Noreturn void be_child(const struct aisp_wall_plan *p)
{
	struct report r = { 0 };
	int failed;

	leave_judge(p);
	failed = chdir(p->cwd);
	r.walls = aisp_walls_enter(p);
	place_files(p);
	tell(&r);
	if (!failed)
		execve(p->argv[0], p->argv, p->env);
	r.code = (uint32_t)errno;
	tell(&r);
	_exit(127);
}

/* $HOME is the scratch folder, so that the user's settings do not matter. */
static int make_environment(struct aisp_wall_plan *p, char *text, size_t size)
{
	const char *const kept[] = { "PATH", "LD_LIBRARY_PATH" };
	static char language[] = "LC_ALL=C";
	char *at = text;
	int n = 0, k;

	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		const char *value = getenv(kept[i]);

		k = value ? snprintf(at, size, "%s=%s", kept[i], value) : -1;
		if (k < 0)
			continue;
		if ((size_t)k >= size)
			return -1;
		p->env[n++] = at;
		at += k + 1;
		size -= (size_t)k + 1;
	}
	for (int i = 0; i < 2; i++) {
		k = snprintf(at, size, "%s=%s", i ? "TMPDIR" : "HOME",
			     p->within->writable);
		if ((size_t)k >= size)
			return -1;
		p->env[n++] = at;
		at += k + 1;
		size -= (size_t)k + 1;
	}
	p->env[n] = language;
	return 0;
}

/* Returns 0 with the bits of the walls, or -1 with errno if the program did not start.
 */
static int read_report(int fd, uint32_t *walls)
{
	struct report r = { 0 };
	ssize_t n = read(fd, &r, sizeof(r));

	if (n != sizeof(r)) {
		errno = n < 0 ? errno : ECHILD;
		return -1;
	}
	*walls = r.walls;
	if (read(fd, &r, sizeof(r)) != sizeof(r))
		return 0;
	errno = (int)r.code;
	return -1;
}

static int start(struct aisp_walled *p, struct aisp_wall_plan *plan,
		 struct aisp_err *err)
{
	int fds[2], rc = -1;

	if (pipe2(fds, O_CLOEXEC))
		return aisp_err_errno(err, "a pipe for %s", plan->argv[0]);
	plan->report_fd = fds[1];
	p->pid = fork();
	if (!p->pid)
		be_child(plan);
	close(fds[1]);
	if (p->pid > 0)
		rc = read_report(fds[0], &p->walls);
	if (!rc)
		p->fd = (int)syscall(SYS_pidfd_open, p->pid, 0);
	if (rc)
		aisp_err_errno(err, "run %s", plan->argv[0]);
	if (rc && p->pid > 0) {
		kill(p->pid, SIGKILL);
		waitpid(p->pid, NULL, 0);
	}
	close(fds[0]);
	return rc;
}

int aisp_walled_start(struct aisp_walled *p, const struct aisp_within *w,
		      const struct aisp_words *argv, const char *cwd, int log_fd,
		      struct aisp_err *err)
{
	struct aisp_wall_plan *plan = calloc(1, sizeof(*plan));
	char *text = malloc(ENVIRONMENT_BYTES);
	int rc = -1;

	*p = (struct aisp_walled){ .fd = -1 };
	if (!plan || !text) {
		aisp_err_set(err, "out of memory");
		goto out;
	}
	*plan = (struct aisp_wall_plan){ .within = w,
					 .argv = argv->word,
					 .cwd = cwd,
					 .log_fd = log_fd,
					 .parent = getpid() };
	if (make_environment(plan, text, ENVIRONMENT_BYTES)) {
		aisp_err_set(err, "$PATH is too long");
		goto out;
	}
	aisp_walls_filter(plan);
	plan->ruleset = aisp_walls_ruleset(w);
	rc = start(p, plan, err);
	if (plan->ruleset >= 0)
		close(plan->ruleset);
out:
	free(text);
	free(plan);
	return rc;
}
