/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "busiest.h"
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

int aisp_host_mark_init(struct aisp_host_mark *m, struct aisp_err *err)
{
	struct aisp_cgroup cg;

	memset(m, 0, sizeof(*m));
	aisp_cgroup_read(&cg);
	m->n_throttled = cg.n_throttled;
	aisp_host_read_processes(m);
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

void aisp_host_load_between(const struct aisp_host_mark *from,
			    const struct aisp_host_mark *to,
			    struct aisp_host_load *load)
{
	double total = to->total - from->total, others;
	double s = (double)(to->at_ns - from->at_ns) * 1e-9;

	*load = (struct aisp_host_load){ .steal = NAN,
					 .others = NAN,
					 .n_throttled = -1 };
	load->interrupts_per_s =
		s > 0 ? (to->n_interrupts - from->n_interrupts) / s : NAN;
	if (from->n_throttled >= 0 && to->n_throttled >= 0)
		load->n_throttled = to->n_throttled - from->n_throttled;
	if (!(total > 0))
		return;
	load->steal = (to->steal - from->steal) / total;
	others = fmax(0, to->busy - from->busy - (to->ours - from->ours));
	load->others = others / total;
	aisp_host_busiest(from, to, others, load);
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
