/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/sysfile.h"
#include "probes/process.h"
#include "tasks.h"

const char *aisp_software_name(enum aisp_software s)
{
	static const char *const names[AISP_N_SOFTWARE] = {
		"task_clock_ns", "queued_ns",    "sleeps",      "preemptions",
		"migrations",    "minor_faults", "major_faults"
	};

	return names[s];
}

/* The number behind `key` in a file of "key : value" lines; NaN without one. */
static double number_after(const char *text, const char *key)
{
	const char *at = text ? strstr(text, key) : NULL;

	if (!at)
		return NAN;
	at += strlen(key);
	at += strspn(at, " \t:");
	return strtod(at, NULL);
}

static char *task_file(pid_t pid, const char *tid, const char *name)
{
	char path[96];

	snprintf(path, sizeof(path), "/proc/%d/task/%.20s/%s", (int)pid, tid, name);
	return aisp_sys_slurp(path);
}

/* A thread that has ended adds nothing. */
static void add_thread(struct aisp_tasks *t, pid_t pid, const char *tid)
{
	char *status = task_file(pid, tid, "status");
	char *schedstat = task_file(pid, tid, "schedstat");
	char *sched = task_file(pid, tid, "sched");
	double ran_ns = NAN, queued_ns = NAN;

	if (!schedstat || sscanf(schedstat, "%lf %lf", &ran_ns, &queued_ns) != 2)
		ran_ns = queued_ns = NAN;
	if (status) {
		t->count[AISP_SW_SLEEPS] +=
			number_after(status, "\nvoluntary_ctxt_switches");
		t->count[AISP_SW_PREEMPTIONS] +=
			number_after(status, "\nnonvoluntary_ctxt_switches");
		t->count[AISP_SW_TASK_CLOCK_NS] += ran_ns;
		t->count[AISP_SW_QUEUED_NS] += queued_ns;
		t->count[AISP_SW_MIGRATIONS] += number_after(sched, "nr_migrations");
	}
	free(status);
	free(schedstat);
	free(sched);
}

void aisp_tasks_read(struct aisp_tasks *t, pid_t pid)
{
	struct aisp_process p;
	char path[64], rooted[4096];
	struct dirent *e;
	int n = 0;
	DIR *d;

	memset(t, 0, sizeof(*t));
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	d = aisp_sys_path(rooted, sizeof(rooted), path) ? NULL : opendir(rooted);
	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.') {
			add_thread(t, pid, e->d_name);
			n++;
		}
	if (d)
		closedir(d);
	for (int i = 0; !n && i < AISP_N_SOFTWARE; i++)
		t->count[i] = NAN;
	aisp_process_read(&p, pid);
	t->count[AISP_SW_MINOR_FAULTS] = p.n_minor_faults;
	t->count[AISP_SW_MAJOR_FAULTS] = p.n_major_faults;
}

void aisp_tasks_add(struct aisp_tasks *sum, const struct aisp_tasks *from,
		    const struct aisp_tasks *to)
{
	for (int i = 0; i < AISP_N_SOFTWARE; i++)
		sum->count[i] += to->count[i] - from->count[i];
}

double aisp_tasks_wall_ns(const struct aisp_tasks *worker,
			  const struct aisp_tasks *judge, double calls_ns,
			  int n_threads)
{
	double least = (worker->count[AISP_SW_TASK_CLOCK_NS] +
			worker->count[AISP_SW_QUEUED_NS]) /
		       n_threads;

	return fmax(calls_ns - fmax(0, judge->count[AISP_SW_QUEUED_NS]), least);
}
