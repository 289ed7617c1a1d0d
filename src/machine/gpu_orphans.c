/* SPDX-License-Identifier: MIT
 *
 * gpu_orphans.c - reads the real /proc, never that of $AISP_SYSROOT, since the
 * processes found here may be killed.
 */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gpu_orphans.h"

#define PATIENCE_MS 2000
#define MAX_DEPTH   64 /* workers above a worker */

struct proc {
	pid_t pid, parent, session;
	char state;
	uint64_t start_ticks;
	uid_t uid;
	char name[64];
};

static int read_text(pid_t pid, const char *file, char *text, size_t size)
{
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, text, size - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	return n > 0 ? 0 : -1;
}

/* The executable's name; if /proc hides it, the process's own name. */
static void read_name(pid_t pid, const char *comm, struct proc *p)
{
	char path[64], exe[4096], *base, *deleted;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	n = readlink(path, exe, sizeof(exe) - 1);
	exe[n > 0 ? n : 0] = '\0';
	base = strrchr(exe, '/');
	deleted = strstr(exe, " (deleted)");
	if (deleted)
		*deleted = '\0';
	snprintf(p->name, sizeof(p->name), "%.60s", base ? base + 1 : comm);
}

/* proc(5): "pid (comm) state ppid pgrp session ... starttime", the 22nd. */
static int read_proc(pid_t pid, struct proc *p)
{
	char text[4096], *open, *close, *uid;

	if (read_text(pid, "stat", text, sizeof(text)))
		return -1;
	open = strchr(text, '(');
	close = strrchr(text, ')');
	if (!open || !close ||
	    sscanf(close + 1,
		   " %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u "
		   "%*u %*u %*d %*d %*d %*d %*d %*d %" SCNu64,
		   &p->state, &p->parent, &p->session, &p->start_ticks) != 4)
		return -1;
	*close = '\0';
	p->pid = pid;
	read_name(pid, open + 1, p);
	if (read_text(pid, "status", text, sizeof(text)) ||
	    !(uid = strstr(text, "\nUid:")))
		return -1;
	p->uid = (uid_t)strtoul(uid + 5, NULL, 10);
	return 0;
}

static int is_worker(const struct proc *p)
{
	return !strcmp(p->name, "aisp-worker") && p->state != 'Z';
}

/*
 * A worker stays in its judge's session, whichever program is the judge.  The process
 * that adopts an orphan, init or a service manager, has a session of its own, except
 * the init of a container.
 */
static int has_judge(const struct proc *worker)
{
	struct proc p = *worker, parent;

	for (int i = 0; i < MAX_DEPTH; i++) {
		if (!p.parent || read_proc(p.parent, &parent))
			return !p.parent; /* its parent is outside our namespace */
		if (!is_worker(&parent))
			return !strcmp(parent.name, "aisp") ||
			       (parent.pid != 1 && parent.session == p.session);
		p = parent;
	}
	return 1;
}

static int add(struct aisp_orphans *o, const struct proc *p, struct aisp_err *err)
{
	struct aisp_orphan *list =
		reallocarray(o->list, (size_t)o->n + 1, sizeof(*list));
	struct timespec now;

	if (!list)
		return aisp_err_set(err, "out of memory");
	o->list = list;
	clock_gettime(CLOCK_BOOTTIME, &now);
	list[o->n++] = (struct aisp_orphan){
		.pid = p->pid,
		.start_ticks = p->start_ticks,
		.age_s = fmax(0, (double)now.tv_sec + (double)now.tv_nsec * 1e-9 -
					 (double)p->start_ticks /
						 (double)sysconf(_SC_CLK_TCK)),
		.memory_bytes = -1,
	};
	return 0;
}

int aisp_orphans_find(struct aisp_orphans *o, struct aisp_err *err)
{
	DIR *dir = opendir("/proc");
	int rc = 0;

	*o = (struct aisp_orphans){ 0 };
	if (!dir)
		return aisp_err_errno(err, "read /proc");
	for (struct dirent *e; !rc && (e = readdir(dir));) {
		struct proc p;

		if (!isdigit((unsigned char)e->d_name[0]) ||
		    read_proc((pid_t)strtol(e->d_name, NULL, 10), &p) ||
		    !is_worker(&p) || p.uid != getuid())
			continue;
		if (has_judge(&p))
			o->n_at_work++;
		else
			rc = add(o, &p, err);
	}
	closedir(dir);
	return rc;
}

void aisp_orphans_release(struct aisp_orphans *o)
{
	free(o->list);
	*o = (struct aisp_orphans){ 0 };
}

static int64_t memory_of(pid_t pid, const struct aisp_gpus *g)
{
	int64_t bytes = g->n ? 0 : -1;

	for (int i = 0; i < g->n; i++) {
		const struct aisp_gpu_state *s = &g->gpu[i].state;

		if (s->n_processes < 0)
			return -1;
		for (int k = 0; k < s->n_processes; k++)
			if (s->processes[k].pid == pid) {
				if (s->processes[k].memory_bytes < 0)
					return -1;
				bytes += s->processes[k].memory_bytes;
			}
	}
	return bytes;
}

void aisp_orphans_read_memory(struct aisp_orphans *o, const struct aisp_gpus *g)
{
	for (int i = 0; i < o->n; i++)
		o->list[i].memory_bytes = memory_of(o->list[i].pid, g);
}

/* Checks the start time, since the pid may have been reused. */
static int is_there(const struct aisp_orphan *o)
{
	struct proc p;

	return !read_proc(o->pid, &p) && is_worker(&p) &&
	       p.start_ticks == o->start_ticks;
}

static int ends_by(const struct aisp_orphan *o, int signo)
{
	const struct timespec pause = { 0, 10000000 };

	if (!is_there(o))
		return 1;
	kill(o->pid, signo);
	for (int ms = 0; ms < PATIENCE_MS; ms += 10) {
		nanosleep(&pause, NULL);
		if (!is_there(o))
			return 1;
	}
	return 0;
}

enum aisp_orphan_end aisp_orphan_end(const struct aisp_orphan *o)
{
	if (ends_by(o, SIGTERM))
		return AISP_ORPHAN_ENDED;
	return ends_by(o, SIGKILL) ? AISP_ORPHAN_KILLED : AISP_ORPHAN_STAYS;
}
