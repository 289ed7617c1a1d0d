/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "job.h"

#define POLL_MS  200
#define MAX_JOBS 256

struct run {
	const struct aisp_builder *b;
	struct aisp_job *jobs;
	int n, n_wanted, n_started, n_running, max_running;
	struct aisp_toolchain tools;
};

bool aisp_build_is_broken(const char *why)
{
	return !strncmp(why, AISP_BROKEN, strlen(AISP_BROKEN)) ||
	       !strncmp(why, AISP_REFUSED, strlen(AISP_REFUSED));
}

/* Opens the folder's log, empties it, and locks it until it is closed. */
static FILE *open_log(const char *out, struct aisp_err *err)
{
	char path[PATH_MAX + 16];
	FILE *f = NULL;
	int fd;

	snprintf(path, sizeof(path), "%s/build.log", out);
	fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	while (fd >= 0 && flock(fd, LOCK_EX))
		if (errno != EINTR)
			break;
	if (fd >= 0 && !ftruncate(fd, 0))
		f = fdopen(fd, "a");
	if (!f) {
		aisp_err_errno(err, "write %s", path);
		if (fd >= 0)
			close(fd);
	}
	return f;
}

static int by_out(const void *a, const void *b)
{
	const struct aisp_job *x = a, *y = b;

	return strcmp(x->item->out, y->item->out);
}

/* gcc 12's analyser loses track of what is stored through j. */
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"

/* One process at a time builds in a folder; its jobs there share the log. */
static int lock_folder(struct aisp_job *j, const struct aisp_job *before,
		       struct aisp_err *err)
{
	if (before && !by_out(before, j)) {
		j->log = before->log;
		return 0;
	}
	if (aisp_mkdirs(j->item->out, err))
		return -1;
	j->log = open_log(j->item->out, err);
	return j->log ? 0 : -1;
}

/* All processes lock in the same order, so that no two wait for each other. */
static int lock_folders(struct run *r, struct aisp_err *err)
{
	struct aisp_job *before = NULL;

	qsort(r->jobs, (size_t)r->n, sizeof(*r->jobs), by_out);
	for (struct aisp_job *j = r->jobs; j < r->jobs + r->n; before = j++)
		if (lock_folder(j, before, err))
			return -1;
	return 0;
}

static int plan_all(struct run *r, struct aisp_err *err)
{
	for (int i = 0; i < r->n; i++) {
		if (aisp_job_plan(&r->jobs[i], r->b, &r->tools, err))
			return -1;
		r->n_wanted += r->jobs[i].is_wanted;
	}
	return 0;
}

static bool is_late(const struct run *r, const struct aisp_job *j)
{
	return r->b->deadline_ns && aisp_now_ns() > r->b->deadline_ns &&
	       !aisp_is_contract_object(j->item->object);
}

static int start_next(struct run *r, int *next, struct aisp_err *err)
{
	while (*next < r->n && r->n_running < r->max_running) {
		struct aisp_job *j = &r->jobs[(*next)++];

		if (!j->is_wanted)
			continue;
		if (is_late(r, j)) {
			aisp_job_drop(j);
			continue;
		}
		r->n_started++;
		if (r->b->progress)
			r->b->progress(r->b->arg, r->n_started, r->n_wanted,
				       j->item->object);
		if (aisp_job_start(j, r->b, &r->tools, err))
			return -1;
		r->n_running++;
	}
	return 0;
}

/* Wait until a compiler ends, POLL_MS at most. */
static void wait_some(const struct run *r)
{
	struct pollfd fds[MAX_JOBS];
	nfds_t n = 0;

	for (int i = 0; i < r->n && n < MAX_JOBS; i++)
		if (r->jobs[i].is_running)
			fds[n++] = (struct pollfd){ .fd = r->jobs[i].program.fd,
						    .events = POLLIN };
	poll(fds, n, POLL_MS);
}

static bool has_ended(const struct aisp_job *j)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)j->program.pid, &info,
		      WEXITED | WNOHANG | WNOWAIT) ||
	       info.si_pid;
}

static int finish_ended(struct run *r, struct aisp_err *err)
{
	for (int i = 0; i < r->n; i++) {
		struct aisp_job *j = &r->jobs[i];

		if (j->is_running && !has_ended(j)) {
			j->is_late = is_late(r, j);
			j->was_killed = aisp_now_ns() > j->end_ns;
			if (j->is_late || j->was_killed)
				aisp_job_kill(j);
		}
		if (!j->is_running || !has_ended(j))
			continue;
		r->n_running--;
		if (aisp_job_finish(j, r->b, err))
			return -1;
	}
	return 0;
}

static int run_all(struct run *r, struct aisp_err *err)
{
	int next = 0;

	for (;;) {
		if (r->b->is_stopped && *r->b->is_stopped)
			return aisp_err_set(err, "interrupted while compiling");
		if (start_next(r, &next, err))
			return -1;
		if (!r->n_running)
			return 0;
		wait_some(r);
		if (finish_ended(r, err))
			return -1;
	}
}

static void release(struct run *r)
{
	for (int i = 0; i < r->n; i++)
		aisp_job_release(&r->jobs[i]);
	for (int i = 0; i < r->n; i++)
		if (r->jobs[i].log && (!i || r->jobs[i].log != r->jobs[i - 1].log))
			fclose(r->jobs[i].log);
	aisp_toolchain_release(&r->tools);
	free(r->jobs);
}

int aisp_build(const struct aisp_builder *b, struct aisp_build_item *items, int n,
	       struct aisp_err *err)
{
	long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct run r = { .b = b, .n = n };
	int rc = -1;

	r.max_running = n_cpus < 1 ? 1 : n_cpus > MAX_JOBS ? MAX_JOBS : (int)n_cpus;
	r.jobs = calloc((size_t)n + 1, sizeof(*r.jobs));
	if (!r.jobs)
		return aisp_err_set(err, "out of memory");
	if (b->gpu)
		aisp_toolchain_take_gpu(&r.tools, b->gpu);
	for (int i = 0; i < n; i++) {
		items[i].state = AISP_BUILD_FRESH;
		items[i].why[0] = '\0';
		r.jobs[i].item = &items[i];
	}
	if (!lock_folders(&r, err) && !plan_all(&r, err))
		rc = run_all(&r, err);
	if (r.n_started && b->progress)
		b->progress(b->arg, r.n_started, r.n_wanted, NULL);
	release(&r);
	return rc;
}
