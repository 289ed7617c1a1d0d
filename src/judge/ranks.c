/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memfile.h"
#include "links.h"
#include "ranks.h"
#include "spawn.h"

static struct aisp_launch *new_rank(const struct aisp_launch *l, int rank,
				    struct aisp_err *err)
{
	struct aisp_launch *m = malloc(sizeof(*m));
	void *report;

	if (!m) {
		aisp_err_errno(err, "rank %d", rank);
		return NULL;
	}
	*m = *l;
	m->rank = rank;
	m->next_rank = NULL;
	m->report = NULL;
	if (aisp_memfile_new("aisp-report", sizeof(*m->report), &m->report_fd, &report,
			     err)) {
		free(m);
		return NULL;
	}
	m->report = report;
	m->report->rank = (uint32_t)rank;
	return m;
}

int aisp_ranks_new(struct aisp_launch *l, const struct aisp_placement *where,
		   struct aisp_err *err)
{
	struct aisp_ranks_here here = aisp_ranks_here(where, &l->buffers->problem);
	struct aisp_launch *last = l;

	l->rank = here.first;
	l->report->rank = (uint32_t)l->rank;
	l->meet = l->buffers->problem.ranks.n_nodes > 1 ? where->meet : NULL;

	for (int rank = here.first + 1; rank < here.first + here.n; rank++) {
		last->next_rank = new_rank(l, rank, err);
		last = last->next_rank;
		if (!last)
			return -1;
	}
	return 0;
}

void aisp_ranks_limit(struct aisp_launch *l, int64_t ns)
{
	for (; l; l = l->next_rank)
		l->limit_ns = ns;
}

void aisp_ranks_free(struct aisp_launch *l)
{
	aisp_links_close(l);
	while (l->next_rank) {
		struct aisp_launch *m = l->next_rank;

		l->next_rank = m->next_rank;
		aisp_threads_close(&m->tasks);
		aisp_view_close(&m->view);
		aisp_objects_release(&m->objects);
		munmap(m->report, sizeof(*m->report));
		close(m->report_fd);
		free(m);
	}
}

/*
 * Leave the rank its share of the workers' CPUs, if each thread can have one; with a
 * driver the shares hold all CPUs, for the driver's threads.
 */
static void choose_cpus(cpu_set_t *cpus, const struct aisp_buffers *b, int rank,
			int n_ranks)
{
	const struct aisp_problem *pr = &b->problem;
	int n_each = b->device->kind->driver && n_ranks ? CPU_COUNT(cpus) / n_ranks
							: pr->n_threads;
	int first = rank * n_each, n = 0;

	if (!n_ranks || CPU_COUNT(cpus) < n_ranks * pr->n_threads)
		return;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, cpus))
			continue;
		if (n < first || n >= first + n_each)
			CPU_CLR(cpu, cpus);
		n++;
	}
}

int aisp_ranks_spawn(struct aisp_launch *l, const struct aisp_placement *where,
		     const char *lib, struct aisp_err *err)
{
	struct aisp_ranks_here here = aisp_ranks_here(where, &l->buffers->problem);

	if (aisp_links_open(l, where, err))
		return -1;
	for (struct aisp_launch *m = l; m; m = m->next_rank) {
		struct aisp_placement its = *where;

		choose_cpus(&its.worker, l->buffers, m->rank - here.first, here.n);
		if (aisp_launch_spawn(m, &its, lib, err))
			return -1;
	}
	aisp_links_close(l); /* peers of a dead rank must see the end of their stream */
	return 0;
}

void aisp_ranks_where(const struct aisp_launch *l, cpu_set_t *cpus)
{
	CPU_ZERO(cpus);
	for (const struct aisp_launch *m = l; m; m = m->next_rank) {
		cpu_set_t its;

		aisp_threads_where(m->pid, &its);
		CPU_OR(cpus, cpus, &its);
	}
}
