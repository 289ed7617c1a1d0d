/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "busiest.h"
#include "sysfile.h"

#define MOST 0.5 /* of what others used: that is "most of it" */

#define IS_KERNEL 0x00200000 /* PF_KTHREAD, a flag of proc(5) */

/* proc(5): "pid (name) state ppid ... flags ... utime stime"; the name may hold
 * anything.  Nobody can end a thread of the kernel: they share one name. */
static int read_process(const char *pid, struct aisp_host_process *p)
{
	char path[64], text[1024], *open, *close;
	unsigned long long user, kernel;
	unsigned flags;
	int parent;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	if (aisp_sys_read(path, text, sizeof(text)))
		return -1;
	open = strchr(text, '(');
	close = strrchr(text, ')');
	if (!open || !close || close < open)
		return -1;
	if (sscanf(close + 1, " %*c %d %*d %*d %*d %*d %u %*u %*u %*u %*u %llu %llu",
		   &parent, &flags, &user, &kernel) != 4)
		return -1;
	p->pid = (pid_t)strtol(pid, NULL, 10);
	p->ticks = user + kernel;
	*close = '\0';
	snprintf(p->name, sizeof(p->name), "%.31s",
		 flags & IS_KERNEL ? "the kernel" : open + 1);
	return p->pid == getpid() || parent == getpid() ? -1 : 0;
}

static int by_pid(const void *a, const void *b)
{
	const struct aisp_host_process *p = a, *q = b;

	return (p->pid > q->pid) - (p->pid < q->pid);
}

void aisp_host_read_processes(struct aisp_host_mark *m)
{
	char path[4096];
	int size = 0;
	DIR *dir;

	if (aisp_sys_path(path, sizeof(path), "/proc") || !(dir = opendir(path)))
		return;
	for (struct dirent *e; (e = readdir(dir));) {
		if (!isdigit((unsigned char)e->d_name[0]))
			continue;
		if (m->n_processes == size) {
			int more = size ? 2 * size : 128;
			void *p = realloc(m->processes,
					  (size_t)more * sizeof(*m->processes));

			if (!p)
				break;
			m->processes = p;
			size = more;
		}
		if (!read_process(e->d_name, &m->processes[m->n_processes]))
			m->n_processes++;
	}
	closedir(dir);
	if (m->n_processes)
		qsort(m->processes, (size_t)m->n_processes, sizeof(*m->processes),
		      by_pid);
}

/* What it used since `from`, in ticks. */
static double used(const struct aisp_host_process *p, const struct aisp_host_mark *from)
{
	const struct aisp_host_process *old = NULL;

	if (from->n_processes)
		old = bsearch(p, from->processes, (size_t)from->n_processes, sizeof(*p),
			      by_pid);
	if (!old || old->ticks > p->ticks) /* a new process may get an old number */
		return (double)p->ticks;
	return (double)(p->ticks - old->ticks);
}

/* What all processes with the name of the i-th used. */
static double used_by_name(const struct aisp_host_mark *from,
			   const struct aisp_host_mark *to, int i)
{
	double sum = 0;

	for (int k = 0; k < to->n_processes; k++)
		if (!strcmp(to->processes[k].name, to->processes[i].name))
			sum += used(&to->processes[k], from);
	return sum;
}

/* Finds the name that used most.  Returns what all processes used. */
static double sum_up(const struct aisp_host_mark *from, const struct aisp_host_mark *to,
		     const char **name, double *most)
{
	double all = 0;

	*name = "";
	*most = 0;
	for (int i = 0; i < to->n_processes; i++) {
		double own = used(&to->processes[i], from);
		double ticks = own > 0 ? used_by_name(from, to, i) : 0;

		if (ticks > *most) {
			*most = ticks;
			*name = to->processes[i].name;
		}
		all += own;
	}
	return all;
}

void aisp_host_busiest(const struct aisp_host_mark *from,
		       const struct aisp_host_mark *to, double others_ticks,
		       struct aisp_host_load *load)
{
	double s = (double)(to->at_ns - from->at_ns) * 1e-9, most, all;
	const char *name;

	if (!(others_ticks > 0) || !(s > 0))
		return;
	all = sum_up(from, to, &name, &most);
	if (most < MOST * others_ticks) {
		bool is_gone = others_ticks - all >= MOST * others_ticks;

		name = is_gone ? "programs that have ended or cannot be seen"
			       : "several programs";
		most = is_gone ? others_ticks - all : others_ticks;
	}
	snprintf(load->busiest, sizeof(load->busiest), "%s", name);
	load->busiest_cpus = most / (double)sysconf(_SC_CLK_TCK) / s;
}
