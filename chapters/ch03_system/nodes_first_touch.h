/* SPDX-License-Identifier: MIT
 *
 * nodes_first_touch.h - a thread on each of two NUMA nodes, and their array.  The
 * variants differ in which thread writes to the array's pages first.
 */
#ifndef NODES_FIRST_TOUCH_H
#define NODES_FIRST_TOUCH_H

#include <aisp/team.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_NODES 2
#define PAGE_BYTES  4096

struct part {
	int64_t first, n;
};

static struct part part_of(int64_t n, int k)
{
	int64_t first = n * k / THREADS / (PAGE_BYTES / 4) * (PAGE_BYTES / 4);
	int64_t end = k + 1 == THREADS ? n
				       : n * (k + 1) / THREADS / (PAGE_BYTES / 4) *
						 (PAGE_BYTES / 4);

	return (struct part){ first, end - first };
}

/* Moves the calling thread to a CPU of node `node`, or leaves it where it is if it has
 * none there.  Returns 1 more than the highest node seen until then. */
static int go_to_node(int node)
{
	cpu_set_t all, one;
	unsigned here, last = 0;
	int is_there = 0;

	if (sched_getaffinity(0, sizeof(all), &all))
		return 0;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &all) || is_there)
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		if (sched_setaffinity(0, sizeof(one), &one) || getcpu(NULL, &here))
			continue;
		last = here > last ? here : last;
		is_there = (int)here == node;
	}
	if (!is_there)
		sched_setaffinity(0, sizeof(all), &all);
	return (int)last + 1;
}

/* Allocates the array, whose pages are not placed yet, and a thread on each node. */
static int array_new(const struct aisp_io *io, void **state)
{
	int n_nodes = 0;

	*state = aligned_alloc(PAGE_BYTES,
			       ((size_t)io->param[N] * sizeof(float) / PAGE_BYTES + 1) *
				       PAGE_BYTES);
	if (!*state)
		return -ENOMEM;
#pragma omp parallel num_threads(THREADS) reduction(max : n_nodes)
	n_nodes = go_to_node(omp_get_thread_num());
	return n_nodes < LEAST_NODES ? -ENOTSUP : 0;
}

static void touch(const struct aisp_io *io, float *t, int k)
{
	struct part p = part_of(io->param[N], k);

	memset(t + p.first, 0, (size_t)p.n * sizeof(float));
}

static void sweep_part(const struct aisp_io *io, float *t, int k)
{
	struct part p = part_of(io->param[N], k);

	memcpy(t + p.first, aisp_in_f32(io, 0) + p.first, (size_t)p.n * sizeof(float));
	for (int64_t s = 0; s < io->param[SWEEPS]; s++)
		for (int64_t i = p.first; i < p.first + p.n; i++)
			t[i] = t[i] / 2 + 1;
	memcpy(aisp_out_f32(io, 0) + p.first, t + p.first, (size_t)p.n * sizeof(float));
}

static int run(const struct aisp_io *io, void *state)
{
#pragma omp parallel num_threads(THREADS)
	sweep_part(io, state, omp_get_thread_num());
	return 0;
}

#endif
