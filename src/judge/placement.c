/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "launch.h"

bool aisp_end_has_come(const struct aisp_end *end)
{
	return (end->is_stopped && *end->is_stopped) ||
	       (end->deadline_ns && aisp_now_ns() > end->deadline_ns);
}

struct aisp_ranks_here aisp_ranks_here(const struct aisp_placement *where,
				       const struct aisp_problem *pr)
{
	int n = pr->ranks.n;

	if (!where->meet || pr->ranks.n_nodes < 2)
		return (struct aisp_ranks_here){ 0, n };
	n /= pr->ranks.n_nodes;
	return (struct aisp_ranks_here){ where->meet->node * n, n };
}

void aisp_placement_choose(struct aisp_placement *p, const struct aisp_problem *pr)
{
	int n_ranks = aisp_ranks_here(p, pr).n;
	int n_threads = pr->n_threads * (n_ranks ? n_ranks : 1);
	int first = 0;

	p->end = (struct aisp_end){ 0 };
	p->n_ranks = n_ranks;
	CPU_ZERO(&p->worker);
	sched_getaffinity(0, sizeof(p->worker), &p->worker);
	p->judge = p->worker;
	p->is_spin = !p->may_sleep && CPU_COUNT(&p->worker) > n_threads;
	if (!p->is_spin)
		return;
	while (!CPU_ISSET(first, &p->worker))
		first++;
	CPU_ZERO(&p->judge);
	CPU_SET(first, &p->judge);
	CPU_CLR(first, &p->worker);
}

void aisp_placement_all(const struct aisp_placement *p, cpu_set_t *all)
{
	CPU_OR(all, &p->judge, &p->worker);
}

void aisp_placement_leave(const struct aisp_placement *p)
{
	cpu_set_t all;

	aisp_placement_all(p, &all);
	sched_setaffinity(0, sizeof(all), &all);
}
