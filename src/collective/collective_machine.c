/* SPDX-License-Identifier: MIT
 *
 * collective_machine.c - the driver, the library and the links of GPUs with ranks:
 * names GPUs that have less than the others.
 */
#include <stdio.h>
#include <string.h>

#include "collective.h"

#define LEAST_OF_BEST 0.85 /* of the fastest link between two GPUs, by `aisp peak` */

/* Tells the first thing that is wrong; false: nothing is. */
static bool tell_gpu(const struct aisp_gpus *g, int i, char *buf, size_t size)
{
	const struct aisp_gpu_hw *gpu = &g->gpu[i];
	char why[100];

	if (gpu->why[0]) {
		snprintf(buf, size, "GPU %d: %.250s", i, gpu->why);
		return true;
	}
	if (gpu->state.reasons < 0 || !(gpu->state.reasons & AISP_GPU_SLOWED))
		return false;
	aisp_gpu_reasons_format(gpu->state.reasons & AISP_GPU_SLOWED, why, sizeof(why));
	snprintf(buf, size, "GPU %d (%s) is held down: %s", i, gpu->bus_id, why);
	return true;
}

static int most_links(const struct aisp_gpus *g)
{
	int most = 0;

	for (int i = 0; i < g->n; i++)
		if (g->gpu[i].n_links > most)
			most = g->gpu[i].n_links;
	return most;
}

static bool tell_links(const struct aisp_gpus *g, int i, char *buf, size_t size)
{
	int most = most_links(g), n = g->gpu[i].n_links;

	if (n == most)
		return false;
	snprintf(buf, size, "GPU %d (%s) has %d active NVLinks, another has %d", i,
		 g->gpu[i].bus_id, n > 0 ? n : 0, most);
	return true;
}

static bool tell_pairs(const struct aisp_gpus *g, int i, char *buf, size_t size)
{
	for (int j = 0; j < g->n; j++) {
		if (j == i || g->pair[i][j].access)
			continue;
		snprintf(buf, size, "GPU %d cannot read the memory of GPU %d", i, j);
		return true;
	}
	return false;
}

static double lesser(const struct aisp_gpu_peer *p)
{
	return p->copy.best < p->load.best ? p->copy.best : p->load.best;
}

/* Tells the slowest measured path between two GPUs, if it is too slow. */
static bool tell_slow_link(const struct aisp_gpu_peaks *p, int n, char *buf,
			   size_t size)
{
	const struct aisp_gpu_peaks *from = NULL;
	const struct aisp_gpu_peer *to = NULL;
	double best = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < p[i].n_peers; k++) {
			const struct aisp_gpu_peer *its = &p[i].peers[k];

			if (!(lesser(its) > 0))
				continue;
			best = lesser(its) > best ? lesser(its) : best;
			if (to && lesser(its) >= lesser(to))
				continue;
			from = &p[i];
			to = its;
		}
	if (!to || lesser(to) >= LEAST_OF_BEST * best)
		return false;
	snprintf(buf, size,
		 "the link of GPU %d to %s is slow: %.0f GB/s by `aisp peak`, %.0f "
		 "between two others",
		 from->gpu.index, to->uuid, lesser(to) / 1e9, best / 1e9);
	return true;
}

static bool tell_fault(const struct aisp_gpus *g, const struct aisp_gpu_peaks *peaks,
		       int n_peaks, char *buf, size_t size)
{
	for (int i = 0; i < g->n; i++)
		if (tell_gpu(g, i, buf, size) || tell_links(g, i, buf, size) ||
		    tell_pairs(g, i, buf, size))
			return true;
	return tell_slow_link(peaks, n_peaks, buf, size);
}

/* "driver 580.65.06, CUDA 13.0; NCCL 2.28.9; 4 GPUs, NV18 from the first to the next"
 */
static void describe(const struct collective *c, const struct aisp_gpus *g, char *buf,
		     size_t size)
{
	char way[16] = "?";

	if (g->n > 1)
		aisp_gpu_pair_format(&g->pair[0][1], way);
	snprintf(buf, size, "driver %s, CUDA %d.%d; %s; %d GPU%s", g->driver,
		 g->cuda_version / 1000, g->cuda_version / 10 % 100,
		 c->library[0] ? c->library : "no library ran beside it", g->n,
		 g->n == 1 ? "" : "s, ");
	if (g->n > 1)
		snprintf(buf + strlen(buf), size - strlen(buf),
			 "%s from the first to the next", way);
}

void collective_judge_machine(const struct collective *c, const struct aisp_gpus *g,
			      const struct aisp_gpu_peaks *peaks, int n_peaks,
			      struct collective_verdict *v)
{
	enum collective_health health = COLLECTIVE_HEALTHY;
	char what[400] = "";

	if (!g->n) {
		snprintf(v->machine, sizeof(v->machine), "unknown: %.500s", g->why);
		health = COLLECTIVE_UNKNOWN;
	} else {
		describe(c, g, v->machine, sizeof(v->machine));
		if (tell_fault(g, peaks, n_peaks, what, sizeof(what)))
			health = COLLECTIVE_UNHEALTHY;
		else if (!c->library[0])
			health = COLLECTIVE_UNKNOWN;
	}
	if (what[0])
		snprintf(v->machine + strlen(v->machine),
			 sizeof(v->machine) - strlen(v->machine), "; %s", what);
	if (health > v->health)
		v->health = health;
}
