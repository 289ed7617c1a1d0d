/* SPDX-License-Identifier: MIT
 *
 * gpu_links.c - NVLinks, and the path from one GPU to another.
 */
#include <stdio.h>
#include <strings.h>

#include "gpu_hw.h"

/* Which GPU has this bus id; -1: none. */
static int gpu_at(const struct aisp_gpus *g, const char *bus_id)
{
	for (int i = 0; i < g->n; i++)
		if (g->gpu[i].bus_id[0] && !strcasecmp(g->gpu[i].bus_id, bus_id))
			return i;
	return -1;
}

/* Counts links that end at another GPU for that pair. */
static void read_links_of(const struct aisp_nvml *n, struct aisp_nvml_device *d, int i,
			  struct aisp_gpus *g)
{
	struct aisp_gpu_hw *gpu = &g->gpu[i];

	for (unsigned link = 0; link < AISP_NVML_MAX_LINKS; link++) {
		struct aisp_nvml_pci remote;
		int other;

		if (aisp_nvml_choice(n, d, AISP_NVML_LINK_STATE, link) != 1)
			continue;
		gpu->n_links++;
		if (aisp_nvml_choice(n, d, AISP_NVML_LINK_TYPE, link) ==
		    AISP_NVML_LINK_TO_SWITCH) {
			gpu->n_switch++;
			continue;
		}
		if (!n->link_remote || n->link_remote(d, link, &remote))
			continue;
		other = gpu_at(g, remote.id);
		if (other >= 0)
			g->pair[i][other].n_links++;
	}
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static void read_pair(const struct aisp_nvml *n, struct aisp_nvml_device *const *d,
		      int i, int j, struct aisp_gpus *g)
{
	struct aisp_gpu_pair *p = &g->pair[i][j];
	unsigned value;

	p->level = p->access = -1;
	if (!d[i] || !d[j])
		return;
	if (n->ancestor && !n->ancestor(d[i], d[j], &value))
		p->level = (int)value;
	if (n->p2p && !n->p2p(d[i], d[j], AISP_NVML_P2P_READ, &value))
		p->access = value == 0;
	/* No link ends at the other GPU, but NVLink reaches it: through switches. */
	if (!p->n_links && n->p2p &&
	    !n->p2p(d[i], d[j], AISP_NVML_P2P_NVLINK, &value) && value == 0)
		p->n_links = least(g->gpu[i].n_links, g->gpu[j].n_links);
}

void aisp_gpus_read_links(const struct aisp_nvml *n, struct aisp_nvml_device *const *d,
			  struct aisp_gpus *g)
{
	for (int i = 0; i < g->n; i++)
		if (d[i])
			read_links_of(n, d[i], i, g);
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < g->n; j++)
			if (i != j)
				read_pair(n, d, i, j, g);
}

void aisp_gpu_pair_format(const struct aisp_gpu_pair *p, char text[16])
{
	static const char *const names[] = {
		"PSB", "PIX", "PXB", "PHB", "NODE", "SYS"
	};

	if (p->n_links > 0)
		snprintf(text, 16, "NV%d", p->n_links);
	else if (p->level >= 0 && p->level <= 50 && p->level % 10 == 0)
		snprintf(text, 16, "%s", names[p->level / 10]);
	else
		snprintf(text, 16, "?");
}
