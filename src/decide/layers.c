/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "layers.h"
#include "worker/protocol.h"

bool aisp_calls_are_confined(double n_filters, uint32_t reported)
{
	if (isnan(n_filters))
		return reported >> AISP_LAYER_CONFINED & 1;
	return n_filters >= AISP_N_FILTERS;
}

uint32_t aisp_layers_held(const struct aisp_group *g, uint32_t layers)
{
	for (int i = 0; i < g->n_arms; i++)
		for (int k = 0; k < g->arms[i].n_launches; k++)
			if (g->arms[i].launches[k].status == AISP_LAUNCH_OK)
				layers &= g->arms[i].launches[k].layers;
	return layers;
}
