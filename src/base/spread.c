/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "spread.h"

#define MOST_PARTS 128

struct part {
	void (*run)(void *arg, int64_t i, int64_t n);
	void *arg;
	int64_t i, n;
	pthread_t thread;
	bool has_thread;
};

static void *run(void *arg)
{
	const struct part *p = arg;

	p->run(p->arg, p->i, p->n);
	return NULL;
}

static void start(struct part *p, const cpu_set_t *cpus)
{
	pthread_attr_t attr;

	if (pthread_attr_init(&attr))
		return;
	p->has_thread = !pthread_attr_setaffinity_np(&attr, sizeof(*cpus), cpus) &&
			!pthread_create(&p->thread, &attr, run, p);
	pthread_attr_destroy(&attr);
}

static int64_t n_parts(const cpu_set_t *cpus, int64_t most)
{
	int64_t n = CPU_COUNT(cpus);

	n = n < most ? n : most;
	n = n < MOST_PARTS ? n : MOST_PARTS;
	return n > 1 ? n : 1;
}

void aisp_spread(const cpu_set_t *cpus, int64_t most,
		 void (*part)(void *arg, int64_t i, int64_t n), void *arg)
{
	struct part parts[MOST_PARTS];
	cpu_set_t own;
	int64_t n;

	CPU_ZERO(&own);
	if (!cpus && !sched_getaffinity(0, sizeof(own), &own))
		cpus = &own;
	n = cpus ? n_parts(cpus, most) : 1;
	for (int64_t i = 0; i < n; i++)
		parts[i] = (struct part){ .run = part, .arg = arg, .i = i, .n = n };
	for (int64_t i = 1; i < n; i++)
		start(&parts[i], cpus);
	for (int64_t i = 0; i < n; i++)
		if (!parts[i].has_thread)
			run(&parts[i]);
	for (int64_t i = 1; i < n; i++)
		if (parts[i].has_thread)
			pthread_join(parts[i].thread, NULL);
}

struct copy {
	char *to;
	const char *from;
	size_t n_bytes;
};

static void copy_part(void *arg, int64_t i, int64_t n)
{
	const struct copy *c = arg;
	int64_t total = (int64_t)c->n_bytes;
	int64_t first = aisp_spread_begin(total, AISP_SPREAD_UNIT, i, n);
	int64_t end = aisp_spread_begin(total, AISP_SPREAD_UNIT, i + 1, n);

	memcpy(c->to + first, c->from + first, (size_t)(end - first));
}

void aisp_spread_copy(void *to, const void *from, size_t n_bytes)
{
	struct copy c = { to, from, n_bytes };

	aisp_spread(NULL, (int64_t)n_bytes / AISP_SPREAD_LEAST, copy_part, &c);
}
