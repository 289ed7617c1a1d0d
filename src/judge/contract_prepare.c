/* SPDX-License-Identifier: MIT
 *
 * contract_prepare.c - inputs as the workload wants them: prepare(), then its parts on
 * several CPUs.
 */
#include <pthread.h>

#include "base/rng.h"
#include "contract.h"
#include "device/device.h"
#include "guard.h"

#define LIMIT_S    300
#define MOST_PARTS 128
#define LEAST_PART ((size_t)1 << 20) /* bytes: less is done before a thread runs */

struct part {
	const struct aisp_contract *c;
	const struct aisp_io *io;
	uint64_t bits;
	int64_t part, n_parts;
	bool is_broken;
	char why[200];
	pthread_t thread;
	bool has_thread;
};

static void call_prepare(void *arg)
{
	const struct part *p = arg;

	p->c->workload->prepare(p->io, p->bits);
}

static void call_part(void *arg)
{
	const struct part *p = arg;

	p->c->workload->prepare_part(p->io, p->bits, p->part, p->n_parts);
}

/* Of a thread of its own. */
static void *run_part(void *arg)
{
	struct part *p = arg;

	p->is_broken = aisp_guard(call_part, p, LIMIT_S, p->why, sizeof(p->why)) != 0;
	return NULL;
}

static int64_t n_parts_of(const struct aisp_contract *c, const cpu_set_t *cpus)
{
	const struct aisp_problem *pr = &c->problem;
	size_t bytes = 0;
	int64_t n;

	for (int i = 0; i < pr->n_in; i++) {
		size_t elems = 1;

		for (int k = 0; k < pr->in[i].rank; k++)
			elems *= (size_t)pr->in[i].shape[k];
		bytes += elems; /* of a byte or more, or nearly */
	}
	n = bytes / LEAST_PART < MOST_PARTS ? (int64_t)(bytes / LEAST_PART)
					    : MOST_PARTS;
	if (n > CPU_COUNT(cpus))
		n = CPU_COUNT(cpus);
	return n > 1 ? n : 1;
}

static void start(struct part *p, const cpu_set_t *cpus)
{
	pthread_attr_t attr;

	if (pthread_attr_init(&attr))
		return;
	p->has_thread = !pthread_attr_setaffinity_np(&attr, sizeof(*cpus), cpus) &&
			!pthread_create(&p->thread, &attr, run_part, p);
	pthread_attr_destroy(&attr);
}

/* Where a thread cannot be had, its part is this one's. */
static void run_parts(struct part *parts, int64_t n, const cpu_set_t *cpus)
{
	for (int64_t i = 1; i < n; i++)
		start(&parts[i], cpus);
	for (int64_t i = 0; i < n; i++)
		if (!parts[i].has_thread)
			run_part(&parts[i]);
	for (int64_t i = 1; i < n; i++)
		if (parts[i].has_thread)
			pthread_join(parts[i].thread, NULL);
}

static void prepare_parts(const struct part *all, const cpu_set_t *cpus)
{
	struct part parts[MOST_PARTS];
	int64_t n = n_parts_of(all->c, cpus);

	for (int64_t i = 0; i < n; i++) {
		parts[i] = *all;
		parts[i].part = i;
		parts[i].n_parts = n;
	}
	run_parts(parts, n, cpus);
	for (int64_t i = 0; i < n; i++)
		if (parts[i].is_broken)
			aisp_contract_blame(all->c, "prepare_part()", parts[i].why);
}

void aisp_contract_prepare(const struct aisp_contract *c, const struct aisp_io *io,
			   uint64_t key, const cpu_set_t *cpus)
{
	struct part all = { .c = c, .io = io, .bits = aisp_sub_key(key, AISP_MAX_IO) };
	cpu_set_t own;

	if (c->workload->prepare &&
	    aisp_contract_call(c, call_prepare, &all, "prepare()", LIMIT_S))
		return;
	if (!c->workload->prepare_part)
		return;
	if (!cpus && !sched_getaffinity(0, sizeof(own), &own))
		cpus = &own;
	if (cpus)
		prepare_parts(&all, cpus);
}

void aisp_contract_fill(const struct aisp_contract *c, const struct aisp_io *io,
			int dist, uint64_t key)
{
	for (int i = 0; i < c->problem.n_in; i++)
		aisp_fill(io->in[i].data, aisp_elems(&io->in[i]), &c->problem.in[i],
			  (enum aisp_dist)dist, aisp_contract_input_key(key, i));
	aisp_contract_prepare(c, io, key, NULL);
}
