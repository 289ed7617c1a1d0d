/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>

#include <aisp/parts.h>

#include "spread.h"
#include "thread_on.h"

#define MOST_PARTS 128
#define WORD_ELEMS 64 /* of 4 bits and more: whole words */

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
		parts[i].has_thread =
			aisp_thread_on(&parts[i].thread, cpus, run, &parts[i]);
	for (int64_t i = 0; i < n; i++)
		if (!parts[i].has_thread)
			run(&parts[i]);
	for (int64_t i = 1; i < n; i++)
		if (parts[i].has_thread)
			pthread_join(parts[i].thread, NULL);
}

struct stretch {
	void (*part)(void *arg, int64_t first, int64_t end);
	void *arg;
	int64_t total;
};

static int64_t begin(const struct stretch *s, int64_t i, int64_t n)
{
	int64_t words = (s->total + WORD_ELEMS - 1) / WORD_ELEMS;
	int64_t first = aisp_part_begin(words, i, n) * WORD_ELEMS;

	return first < s->total ? first : s->total;
}

static void run_stretch(void *arg, int64_t i, int64_t n)
{
	const struct stretch *s = arg;

	if (begin(s, i, n) < begin(s, i + 1, n))
		s->part(s->arg, begin(s, i, n), begin(s, i + 1, n));
}

void aisp_spread_elems(int64_t total,
		       void (*part)(void *arg, int64_t first, int64_t end), void *arg)
{
	struct stretch s = { part, arg, total };

	aisp_spread(NULL, total / AISP_SPREAD_LEAST, run_stretch, &s);
}

struct copy {
	char *to;
	const char *from;
};

static void copy_part(void *arg, int64_t first, int64_t end)
{
	const struct copy *c = arg;

	memcpy(c->to + first, c->from + first, (size_t)(end - first));
}

void aisp_spread_copy(void *to, const void *from, size_t n_bytes)
{
	struct copy c = { to, from };

	aisp_spread_elems((int64_t)n_bytes, copy_part, &c);
}
