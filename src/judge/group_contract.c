/* SPDX-License-Identifier: MIT
 *
 * group_contract.c - what a contract's variants are compared by: time or a score.
 */
#include <stdio.h>

#include "measure_group.h"
#include "stamps.h"

void aisp_group_set_contract(struct aisp_group *g, struct aisp_contract *c)
{
	g->contract = c;
	g->problem = &c->problem;
	if (c->workload->score) {
		g->merit = (struct aisp_merit){
			.is_score = true,
			.more_is_better = c->workload->score->more_is_better,
			.is_clocked = aisp_has_clock(&c->problem),
			.max_times = c->workload->score->max_times
		};
		snprintf(g->merit.name, sizeof(g->merit.name), "%s",
			 c->workload->score->name);
	}
}
