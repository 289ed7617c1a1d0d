/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/stats.h"
#include "probes/cpu_clock.h"
#include "probes/numa_nodes.h"
#include "session.h"

#define MAX_BUILDS 128

struct instant {
	int64_t ns;
	uint64_t ticks;
};

/* Reads both clocks at nearly the same time: the best of a few attempts. */
static struct instant instant(void)
{
	struct instant best = { 0 };
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 8; i++) {
		uint64_t ticks = aisp_ticks();
		int64_t ns = aisp_now_ns();
		uint64_t taken = aisp_ticks() - ticks;

		if (taken < least)
			best = (struct instant){ ns, ticks + taken / 2 };
		if (taken < least)
			least = taken;
	}
	return best;
}

double aisp_clock_ns_per_tick(void)
{
	struct instant a = instant(), b = a;

	while (b.ns - a.ns < 1000000)
		b = instant();
	return b.ticks > a.ticks ? (double)(b.ns - a.ns) / (double)(b.ticks - a.ticks)
				 : NAN;
}

void aisp_conditions_sample(struct aisp_conditions *a, double delay_ns,
			    double sample_ns)
{
	a->delay_share[a->n_samples++ % AISP_N_DELAYS] =
		fmin(1, fmax(0, delay_ns / sample_ns));
}

static int cpu_of(const struct aisp_process *p)
{
	return isnan(p->cpu) ? 0 : (int)p->cpu;
}

void aisp_conditions_begin(struct aisp_conditions *a, pid_t pid,
			   const struct aisp_process *before)
{
	a->cpu = cpu_of(before);
	aisp_surroundings_read(&a->before, pid, a->cpu);
	a->since_ns = aisp_now_ns();
	a->n_samples = 0;
}

static void note_samples(const struct aisp_conditions *a, const struct aisp_measured *m,
			 struct aisp_evidence *e)
{
	int n = a->n_samples < AISP_N_DELAYS ? a->n_samples : AISP_N_DELAYS;
	int n_slow = 0;

	e->delay_share = aisp_median(a->delay_share, n);
	e->least_ns = aisp_quantile(m->samples_ns, m->n_samples, 0);
	for (int i = 0; i < m->n_samples; i++)
		n_slow += m->samples_ns[i] > 1.5 * e->least_ns;
	e->slow_share = (double)n_slow / m->n_samples;
	e->n_warmup = m->n_warmup;
}

static void note_place(const struct aisp_session *s, const struct aisp_launch *l,
		       struct aisp_evidence *e)
{
	const cpu_set_t *given = &s->harness->where.worker;
	bool has_own_threads = !s->buffers->device->kind->driver && !s->buffers->meets;
	/* Threads not yet started, and those of other ranks, need no CPU here. */
	double n_threads = fmin(s->contract->problem.n_threads, l->tasks.n);
	cpu_set_t all, both;

	if (sched_getaffinity(l->pid, sizeof(all), &all))
		return;
	if (has_own_threads) /* threads bound to one CPU each can use all of these */
		aisp_threads_may_run(l->pid, &all);
	CPU_AND(&both, &all, given);
	e->n_cpus = CPU_COUNT(&both);
	e->n_cpus_lacking = fmax(0, fmin(n_threads, CPU_COUNT(given)) - e->n_cpus);
	/* A thread on the judge's CPU decides which samples are disturbed. */
	if (has_own_threads)
		CPU_OR(&all, &all, &l->tasks_cpus);
	CPU_AND(&both, &all, given);
	e->n_cpus_other = CPU_COUNT(&all) - CPU_COUNT(&both);
}

static void note_process(pid_t pid, const struct aisp_process *before,
			 const struct aisp_process *after, struct aisp_evidence *e)
{
	struct rlimit limit;

	e->is_traced = fmax(before->is_traced, after->is_traced);
	e->priority = after->priority;
	e->unmapped_bytes = before->address_bytes - after->address_bytes;
	if (e->unmapped_bytes < 0) /* NaN stays */
		e->unmapped_bytes = 0;
	if (!prlimit(pid, RLIMIT_AS, NULL, &limit))
		e->address_limit_bytes =
			limit.rlim_cur == RLIM_INFINITY ? 0 : (double)limit.rlim_cur;
}

void aisp_conditions_of(const struct aisp_session *s, const struct aisp_launch *l,
			const struct aisp_process *after, struct aisp_evidence *e)
{
	note_place(s, l, e);
	note_process(l->pid, &l->before, after, e);
}

/* The GPU's values replace those of the surroundings. */
static void note_health(const struct aisp_device_health *h, struct aisp_evidence *e)
{
	e->device = h->identity;
	e->power_limit_w = h->power_limit_w;
	e->n_heat_events = h->heat;
}

static void note_surroundings(const struct aisp_session *s, struct aisp_evidence *e)
{
	const struct aisp_surroundings *before = &s->conditions.before;
	double ns = (double)(aisp_now_ns() - s->conditions.since_ns);
	struct aisp_surroundings now;

	/* Read the counters of the same CPU, wherever the worker is now. */
	aisp_surroundings_read(&now, s->launch.pid, s->conditions.cpu);
	e->quota_cpus = now.quota_cpus;
	e->n_throttled = now.n_throttled - before->n_throttled;
	e->n_heat_events = now.n_heat_events - before->n_heat_events;
	e->steal_share = fmin(1, (now.steal_ns - before->steal_ns) / ns);
	e->is_virtual = aisp_is_virtual();
	e->governor = now.governor;
	e->power_limit_w = now.power_limit_w;
	e->driver = now.driver;
	e->device = 0;
	if (s->buffers->device->kind->health)
		note_health(&s->health, e);
}

/* judge/files.c notes the variant's own file. */
static void note_libraries(const struct aisp_launch *l, struct aisp_measured *m)
{
	struct aisp_build found[MAX_BUILDS];
	int n = aisp_builds_read(&l->view, l->plan->variant_path, found, MAX_BUILDS);

	if (n < 0)
		return;
	m->libraries = malloc((size_t)n * sizeof(*found));
	if (!m->libraries)
		return;
	memcpy(m->libraries, found, (size_t)n * sizeof(*found));
	m->n_libraries = n;
	m->evidence.n_libraries = n;
}

/* Measured on the worker's own CPU while the worker is stopped. */
static int note_clock(struct aisp_session *s, int cpu, struct aisp_evidence *e)
{
	const struct aisp_placement *where = &s->harness->where;
	cpu_set_t there;

	if (s->buffers->device->ops->clock_mhz)
		return 0; /* the device's was read after each sample */
	if (aisp_launch_pause(&s->launch))
		return 1;
	CPU_ZERO(&there);
	CPU_SET(cpu, &there);
	if (!sched_setaffinity(0, sizeof(there), &there))
		e->cpu_mhz =
			1e3 * aisp_cpu_cycles_per_tick() / s->harness->bias.ns_per_tick;
	sched_setaffinity(0, sizeof(where->judge), &where->judge);
	return aisp_launch_resume(&s->launch) != 0;
}

int aisp_conditions_end(struct aisp_session *s, struct aisp_measured *m,
			const struct aisp_process *before,
			const struct aisp_process *after)
{
	struct aisp_evidence *e = &m->evidence;
	int cpu = cpu_of(after);

	note_samples(&s->conditions, m, e);
	note_place(s, &s->launch, e);
	note_process(s->launch.pid, before, after, e);
	note_surroundings(s, e);
	note_libraries(&s->launch, m);
	if (s->buffers->device->kind->is_host)
		e->remote_share = aisp_remote_share(s->buffers->out_map,
						    s->buffers->out_bytes, cpu);
	else
		e->remote_share = 0; /* timed data are on the device */
	if (s->launch.timed_ticks)
		e->clock_ns_per_tick =
			(double)s->launch.timed_ns / (double)s->launch.timed_ticks;
	return note_clock(s, cpu, e);
}
