/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

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

void aisp_threads_open(struct aisp_threads *t, pid_t pid)
{
	char path[64];
	DIR *dir;

	t->n = t->n_watched = 0;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		if (!isdigit((unsigned char)e->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%d/task/%.10s/schedstat", (int)pid,
			 e->d_name);
		watch(t, path);
	}
	if (dir)
		closedir(dir);
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
