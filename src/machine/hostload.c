/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cgroup.h"
#include "hostload.h"
#include "sysfile.h"

#define BUSY_CPUS 0.2 /* used by others: worth mentioning */

/* proc(5): "cpu user nice system idle iowait irq softirq steal ..." */
static int read_stat(struct aisp_host_mark *m, struct aisp_err *err)
{
	char *text = aisp_sys_slurp("/proc/stat");
	double v[8] = { 0 };
	const char *intr;
	int n;

	if (!text)
		return aisp_err_errno(err, "read /proc/stat");
	n = sscanf(text, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &v[0], &v[1], &v[2],
		   &v[3], &v[4], &v[5], &v[6], &v[7]);
	intr = strstr(text, "\nintr ");
	m->n_interrupts = intr ? strtod(intr + 6, NULL) : NAN;
	free(text);
	if (n < 4)
		return aisp_err_set(err,
				    "/proc/stat does not begin with the CPUs' times");
	for (int i = 0; i < 8; i++)
		m->total += v[i];
	m->steal = n == 8 ? v[7] : NAN;
	m->busy = m->total - v[3] - v[4] - v[7];
	return 0;
}

static double seconds(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

/* Our CPU time in ticks, as in /proc/stat. */
static double our_ticks(void)
{
	struct rusage self, kids;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &kids);
	return (seconds(&self.ru_utime) + seconds(&self.ru_stime) +
		seconds(&kids.ru_utime) + seconds(&kids.ru_stime)) *
	       (double)sysconf(_SC_CLK_TCK);
}

/* proc(5): "pid (name) state ppid ... utime stime", the name may hold anything. */
static int read_process(const char *pid, struct aisp_host_process *p)
{
	char path[64], text[1024], *open, *close;
	unsigned long long user, kernel;
	int parent;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	if (aisp_sys_read(path, text, sizeof(text)))
		return -1;
	open = strchr(text, '(');
	close = strrchr(text, ')');
	if (!open || !close || close < open)
		return -1;
	if (sscanf(close + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
		   &parent, &user, &kernel) != 3)
		return -1;
	p->pid = (pid_t)strtol(pid, NULL, 10);
	p->ticks = user + kernel;
	snprintf(p->name, sizeof(p->name), "%.*s", (int)(close - open - 1), open + 1);
	return p->pid == getpid() || parent == getpid() ? -1 : 0;
}

static int by_pid(const void *a, const void *b)
{
	const struct aisp_host_process *p = a, *q = b;

	return (p->pid > q->pid) - (p->pid < q->pid);
}

/* Names only help the reader: unreadable ones are left out. */
static void read_processes(struct aisp_host_mark *m)
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

int aisp_host_mark_init(struct aisp_host_mark *m, struct aisp_err *err)
{
	struct aisp_cgroup cg;

	memset(m, 0, sizeof(*m));
	aisp_cgroup_read(&cg);
	m->n_throttled = cg.n_throttled;
	read_processes(m);
	m->ours = our_ticks();
	m->at_ns = aisp_now_ns();
	return read_stat(m, err);
}

void aisp_host_mark_release(struct aisp_host_mark *m)
{
	free(m->processes);
	m->processes = NULL;
	m->n_processes = 0;
}

static void find_busiest(const struct aisp_host_mark *from,
			 const struct aisp_host_mark *to, struct aisp_host_load *load)
{
	double ticks_per_s = (double)sysconf(_SC_CLK_TCK), most = 0;

	for (int i = 0; i < to->n_processes; i++) {
		const struct aisp_host_process *p = &to->processes[i], *old = NULL;
		double ticks = (double)p->ticks;

		if (from->n_processes)
			old = bsearch(p, from->processes, (size_t)from->n_processes,
				      sizeof(*p), by_pid);
		if (old)
			ticks -= (double)old->ticks;
		if (ticks <= most)
			continue;
		most = ticks;
		snprintf(load->busiest, sizeof(load->busiest), "%s", p->name);
	}
	load->busiest_cpus =
		most / ticks_per_s / ((double)(to->at_ns - from->at_ns) * 1e-9);
}

void aisp_host_load_between(const struct aisp_host_mark *from,
			    const struct aisp_host_mark *to,
			    struct aisp_host_load *load)
{
	double total = to->total - from->total;
	double s = (double)(to->at_ns - from->at_ns) * 1e-9;

	*load = (struct aisp_host_load){ .steal = NAN,
					 .others = NAN,
					 .n_throttled = -1 };
	load->interrupts_per_s =
		s > 0 ? (to->n_interrupts - from->n_interrupts) / s : NAN;
	if (from->n_throttled >= 0 && to->n_throttled >= 0)
		load->n_throttled = to->n_throttled - from->n_throttled;
	if (s > 0)
		find_busiest(from, to, load);
	if (!(total > 0))
		return;
	load->steal = (to->steal - from->steal) / total;
	load->others = fmax(0, to->busy - from->busy - (to->ours - from->ours)) / total;
}

void aisp_host_load_text(const struct aisp_host_load *load, char *buf, size_t size)
{
	double n_cpus = (double)sysconf(_SC_NPROCESSORS_ONLN);

	buf[0] = '\0';
	if (load->others * n_cpus > BUSY_CPUS)
		snprintf(buf, size,
			 "machine busy: others used %.1f of %.0f CPUs, most of it %s",
			 load->others * n_cpus, n_cpus, load->busiest);
}

void aisp_host_load_since(const struct aisp_host_mark *from, char *buf, size_t size)
{
	struct aisp_host_mark now = { 0 };
	struct aisp_host_load load;

	if (!aisp_host_mark_init(&now, NULL)) {
		aisp_host_load_between(from, &now, &load);
		aisp_host_load_text(&load, buf, size);
	}
	aisp_host_mark_release(&now);
}

int aisp_host_load_sample(struct aisp_host_load *load, int window_ms,
			  struct aisp_err *err)
{
	struct timespec t = { window_ms / 1000, window_ms % 1000 * 1000000L };
	struct aisp_host_mark from = { 0 }, to = { 0 };
	int rc = -1;

	if (aisp_host_mark_init(&from, err))
		goto out;
	while (nanosleep(&t, &t))
		;
	if (aisp_host_mark_init(&to, err))
		goto out;
	aisp_host_load_between(&from, &to, load);
	rc = 0;
out:
	aisp_host_mark_release(&from);
	aisp_host_mark_release(&to);
	return rc;
}
