/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "command_run.h"
#include "decide/command_span.h"
#include "machine/hostload.h"
#include "probes/process.h"
#include "probes/ran.h"

#define REST_NS 1000000000 /* for processes that the shell did not wait for */
#define PAUSE   ((const struct timespec){ .tv_nsec = 100000 })

int command_adopt(struct aisp_err *err)
{
	if (prctl(PR_SET_CHILD_SUBREAPER, 1))
		return aisp_err_errno(err, "become the parent of what commands leave");
	return 0;
}

static double cpu_ns(const struct rusage *u)
{
	return 1e9 * (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
	       1e3 * (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec);
}

static int start(const struct command_how *how, pid_t *pid, struct aisp_err *err)
{
	char shell[] = "sh", option[] = "-c";
	char *argv[] = { shell, option, (char *)how->text, NULL };
	posix_spawn_file_actions_t fa;
	posix_spawnattr_t attr;
	int code;

	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&fa, how->out_fd, 1);
	posix_spawn_file_actions_adddup2(&fa, how->error_fd, 2);
	code = posix_spawn(pid, "/bin/sh", &fa, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&fa);
	posix_spawnattr_destroy(&attr);
	return code ? aisp_err_set(err, "start /bin/sh: %s", strerror(code)) : 0;
}

/* Waits until the shell has ended, by itself or by force. */
static int wait_for_shell(const struct command_how *how, pid_t pid, int64_t start_ns,
			  struct command_run *r, struct aisp_err *err)
{
	struct pollfd p = { .fd = (int)syscall(SYS_pidfd_open, pid, 0),
			    .events = POLLIN };
	double left_ms = 1e3 * how->limit_s;

	if (p.fd < 0)
		return aisp_err_errno(err, "watch a process");
	while (left_ms > 0 && !*how->is_stopped && poll(&p, 1, (int)ceil(left_ms)) <= 0)
		left_ms = 1e3 * how->limit_s - (double)(aisp_now_ns() - start_ns) / 1e6;
	r->is_timed_out = left_ms <= 0;
	if (r->is_timed_out || *how->is_stopped)
		kill(-pid, SIGKILL);
	close(p.fd);
	return 0;
}

/* Reads the kernel's counts for the shell's first thread, which vanish once it is
 * waited for. */
static void take_shell(pid_t pid, struct command_run *r, struct aisp_command_span *s)
{
	struct rusage usage = { 0 };
	siginfo_t info;

	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) && errno == EINTR)
		;
	aisp_process_sched(pid, &s->shell_ran_ns, &s->shell_waited_ns);
	while (wait4(pid, &r->status, 0, &usage) < 0 && errno == EINTR)
		;
	r->cpu_ns += cpu_ns(&usage);
}

/* Kills our children, which include orphans of the command. */
static void kill_children(pid_t group)
{
	char path[64];
	int pid;
	FILE *f;

	kill(-group, SIGKILL);
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	f = fopen(path, "re");
	while (f && fscanf(f, "%d", &pid) == 1)
		kill(pid, SIGKILL);
	if (f)
		fclose(f);
}

/* The time of a command is that of all its processes. */
static void take_rest(pid_t group, struct command_run *r, int64_t *end_ns)
{
	int64_t limit_ns = aisp_now_ns() + REST_NS;
	struct rusage usage;
	pid_t pid;

	while ((pid = wait4(-1, NULL, WNOHANG, &usage)) >= 0) {
		if (pid > 0) {
			r->cpu_ns += cpu_ns(&usage);
			*end_ns = aisp_now_ns();
			continue;
		}
		r->has_left |= aisp_now_ns() > limit_ns;
		if (r->has_left || r->is_timed_out)
			kill_children(group);
		nanosleep(&PAUSE, NULL);
	}
}

static void note_load(const struct aisp_host_mark *from, struct aisp_command_span *s)
{
	double tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK), busy, stolen;
	struct aisp_host_mark to = { 0 };

	if (!aisp_host_mark_init(&to, NULL)) {
		busy = to.busy - from->busy;
		stolen = to.steal - from->steal;
		s->others_ns = (busy - (to.ours - from->ours) + stolen) * tick_ns;
		s->idle_ns = (to.total - from->total - busy - stolen) * tick_ns;
		s->tick_ns = (double)sysconf(_SC_NPROCESSORS_ONLN) * tick_ns;
	}
	aisp_host_mark_release(&to);
}

/* Between two readings of the clock. */
static int run(const struct command_how *how, struct command_run *r,
	       struct aisp_command_span *s, struct aisp_err *err)
{
	struct aisp_threads self;
	int64_t start_ns, end_ns;
	pid_t pid;
	int rc;

	aisp_threads_open_self(&self);
	start_ns = aisp_now_ns();
	rc = start(how, &pid, err);
	if (!rc) {
		s->judge_waited_ns = -aisp_threads_waited_ns(&self);
		rc = wait_for_shell(how, pid, start_ns, r, err);
		end_ns = aisp_now_ns();
		s->judge_waited_ns += aisp_threads_waited_ns(&self);
		if (rc)
			kill(-pid, SIGKILL);
		take_shell(pid, r, s);
		take_rest(pid, r, &end_ns);
		s->wall_ns = (double)(end_ns - start_ns);
	}
	aisp_threads_close(&self);
	return rc;
}

int command_run(const struct command_how *how, struct command_run *r,
		struct aisp_err *err)
{
	struct aisp_command_span s = { .others_ns = NAN, .idle_ns = NAN };
	struct aisp_host_mark from = { 0 };
	bool is_marked;
	int rc;

	*r = (struct command_run){ 0 };
	is_marked = how->is_long && !aisp_host_mark_init(&from, NULL);
	rc = run(how, r, &s, err);
	if (!rc && is_marked)
		note_load(&from, &s);
	aisp_host_mark_release(&from);
	if (rc)
		return rc;
	s.cpu_ns = r->cpu_ns;
	r->state = aisp_command_judge(&s, &r->others_ns);
	r->wall_ns = s.wall_ns - r->others_ns;
	return 0;
}
