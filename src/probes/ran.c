/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "each_task.h"
#include "ran.h"

static void watch(struct aisp_threads *t, const char *path)
{
	t->n++;
	if (t->n_watched == AISP_MAX_THREADS)
		return;
	t->fd[t->n_watched] = open(path, O_RDONLY | O_CLOEXEC);
	t->n_watched += t->fd[t->n_watched] >= 0;
}

void aisp_threads_open_self(struct aisp_threads *t)
{
	t->n = t->n_watched = 0;
	watch(t, "/proc/thread-self/schedstat");
}

static void watch_thread(const char *task, void *threads)
{
	char path[96];

	snprintf(path, sizeof(path), "%.64s/schedstat", task);
	watch(threads, path);
}

/* Field 39 of proc(5)'s stat; the second one may hold spaces and brackets. */
static void add_cpu(const char *task, void *cpus)
{
	char path[96], text[1024];
	const char *rest;
	int cpu;
	FILE *f;

	snprintf(path, sizeof(path), "%.64s/stat", task);
	f = fopen(path, "re");
	if (!f)
		return;
	rest = fgets(text, sizeof(text), f) ? strrchr(text, ')') : NULL;
	for (int field = 2; rest && field < 39; field++)
		rest = strchr(rest + 1, ' ');
	if (rest && sscanf(rest, "%d", &cpu) == 1 && cpu >= 0 && cpu < CPU_SETSIZE)
		CPU_SET(cpu, (cpu_set_t *)cpus);
	fclose(f);
}

void aisp_threads_open(struct aisp_threads *t, pid_t pid)
{
	t->n = t->n_watched = 0;
	aisp_each_task(pid, watch_thread, t);
}

void aisp_threads_where(pid_t pid, cpu_set_t *cpus)
{
	CPU_ZERO(cpus);
	aisp_each_task(pid, add_cpu, cpus);
}

void aisp_threads_close(struct aisp_threads *t)
{
	for (int i = 0; i < t->n_watched; i++)
		close(t->fd[i]);
	t->n = t->n_watched = 0;
}

/* schedstat: time on a CPU (as of the last tick), time waiting for one, time slices */
double aisp_threads_waited_ns(const struct aisp_threads *t)
{
	double sum_ns = t->n_watched ? 0 : NAN;

	for (int i = 0; i < t->n_watched; i++) {
		char text[128];
		double waited_ns = NAN;
		ssize_t n = pread(t->fd[i], text, sizeof(text) - 1, 0);

		text[n > 0 ? n : 0] = '\0';
		sscanf(text, "%*s %lf", &waited_ns);
		sum_ns += waited_ns;
	}
	return sum_ns;
}

struct masks {
	int n;
	cpu_set_t of[AISP_MAX_THREADS];
};

static void add_mask(const char *task, void *arg)
{
	pid_t tid = (pid_t)strtol(strrchr(task, '/') + 1, NULL, 10);
	struct masks *m = arg;

	if (m->n < AISP_MAX_THREADS &&
	    !sched_getaffinity(tid, sizeof(m->of[0]), &m->of[m->n]))
		m->n++;
}

void aisp_threads_may_run(pid_t pid, cpu_set_t *cpus)
{
	struct masks m = { 0 };

	CPU_ZERO(cpus);
	aisp_each_task(pid, add_mask, &m);
	for (int i = 0; i < m.n; i++)
		CPU_OR(cpus, cpus, &m.of[i]);
}

/* Counts threads that may run only there. */
static int n_within(const struct masks *m, const cpu_set_t *cpus)
{
	int n = 0;

	for (int i = 0; i < m->n; i++) {
		cpu_set_t both;

		CPU_AND(&both, &m->of[i], cpus);
		n += CPU_EQUAL(&both, &m->of[i]) != 0;
	}
	return n;
}

bool aisp_threads_crowd(pid_t pid)
{
	struct masks m = { 0 };

	aisp_each_task(pid, add_mask, &m);
	for (int i = 0; i < m.n; i++)
		if (n_within(&m, &m.of[i]) > CPU_COUNT(&m.of[i]))
			return true;
	return false;
}
