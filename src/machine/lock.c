/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lock.h"

#define HOLDER "AISP_LOCK_HOLDER"

/* Files of others in a sticky directory may be opened, but not with O_CREAT. */
static int open_lock(const char *dir, const char *name)
{
	const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC;
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/aisp-%s.lock", dir, name);
	fd = open(path, flags);
	if (fd < 0 && errno == ENOENT)
		fd = open(path, flags | O_CREAT | O_EXCL, 0644);
	return fd < 0 && errno == EEXIST ? open(path, flags) : fd;
}

static int open_anywhere(const char *name)
{
	const char *dir = getenv("AISP_LOCK_DIR");
	int fd;

	if (dir && *dir)
		return open_lock(dir, name);
	fd = open_lock("/run/lock", name);
	return fd < 0 ? open_lock("/tmp", name) : fd;
}

/* proc_locks(5): "1: FLOCK ADVISORY WRITE pid major:minor:inode ..."; 0 unknown */
static pid_t holder_of(int fd)
{
	FILE *f = fopen("/proc/locks", "re");
	unsigned long long inode;
	char line[256];
	struct stat st;
	int pid = 0;

	if (!f || fstat(fd, &st))
		goto out;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*s FLOCK %*s %*s %d %*[^:]:%*[^:]:%llu", &pid,
			   &inode) == 2 &&
		    inode == st.st_ino)
			goto out;
		pid = 0;
	}
out:
	if (f)
		fclose(f);
	return pid;
}

/* Writes its command line, words apart; "" if it cannot be read. */
static void name_process(pid_t pid, char *words, size_t size)
{
	char path[64];
	ssize_t n;
	int fd;

	words[0] = '\0';
	snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	n = read(fd, words, size - 1);
	close(fd);
	for (ssize_t i = 0; i < n; i++)
		if ((unsigned char)words[i] < ' ')
			words[i] = i + 1 < n ? ' ' : '\0';
	words[n > 0 ? n : 0] = '\0';
}

static void describe(char *text, size_t size, const char *name, pid_t pid)
{
	char words[120];

	name_process(pid, words, sizeof(words));
	if (pid)
		snprintf(text, size, "process %d measures on %s: %s", (int)pid, name,
			 words);
	else
		snprintf(text, size, "another process measures on %s", name);
}

static bool is_shared_with_us(pid_t holder)
{
	const char *ours = getenv(HOLDER);

	return holder && ours && strtol(ours, NULL, 10) == holder;
}

static bool is_stopped(const struct aisp_locks *l)
{
	return l->is_stopped && *l->is_stopped;
}

static int wait_for(struct aisp_locks *l, int fd, const char *name,
		    struct aisp_err *err)
{
	const struct timespec pause = { 0, 100000000 };
	char who[300], text[400];
	pid_t said = -1;

	while (flock(fd, LOCK_EX | LOCK_NB)) {
		pid_t holder = holder_of(fd);

		if (is_shared_with_us(holder))
			return 0;
		describe(who, sizeof(who), name, holder);
		if (l->is_impatient)
			return aisp_err_set(err, "%s", who);
		if (is_stopped(l))
			return aisp_err_set(err, "stopped while waiting: %s", who);
		snprintf(text, sizeof(text), "waiting: %s", who);
		if (holder != said && l->say)
			l->say(l->arg, text);
		said = holder;
		nanosleep(&pause, NULL);
	}
	return 0;
}

static int take(struct aisp_locks *l, const char *name, struct aisp_err *err)
{
	char pid[16];
	int fd = l->n < AISP_MAX_LOCKS ? open_anywhere(name) : -1;

	if (fd < 0)
		return 0;
	if (wait_for(l, fd, name, err)) {
		close(fd);
		return -1;
	}
	l->fd[l->n++] = fd;
	snprintf(pid, sizeof(pid), "%d", (int)getpid());
	setenv(HOLDER, pid, 0); /* a process that a holder started keeps that holder */
	return 0;
}

int aisp_lock_cpus(struct aisp_locks *l, const cpu_set_t *cpus, struct aisp_err *err)
{
	char name[32];

	for (int i = 0; i < CPU_SETSIZE; i++) {
		snprintf(name, sizeof(name), "cpu%d", i);
		if (CPU_ISSET(i, cpus) && take(l, name, err))
			return -1;
	}
	return 0;
}

int aisp_lock_gpu(struct aisp_locks *l, const char *uuid, struct aisp_err *err)
{
	char name[100];

	snprintf(name, sizeof(name), "gpu-%.90s", uuid);
	for (char *s = name; *s; s++)
		if (*s == '/')
			*s = '_';
	return take(l, name, err);
}

void aisp_locks_release(struct aisp_locks *l)
{
	while (l->n)
		close(l->fd[--l->n]);
}
