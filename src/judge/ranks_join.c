/* SPDX-License-Identifier: MIT
 *
 * ranks_join.c - join facts about processes that share a call: the worst ones count.
 */
#include <stdio.h>

#include "ranks.h"

/* Facts of which the worst rank's counts, and facts that add up. */
static const struct {
	enum aisp_fact fact;
	enum { LEAST, MOST, SUM } how;
} joined[] = {
	{ AISP_FACT_n_threads, MOST },        { AISP_FACT_n_minor_faults, SUM },
	{ AISP_FACT_n_major_faults, SUM },    { AISP_FACT_n_preempted, SUM },
	{ AISP_FACT_n_cpus_lacking, MOST },   { AISP_FACT_n_cpus_other, MOST },
	{ AISP_FACT_is_traced, MOST },        { AISP_FACT_priority, LEAST },
	{ AISP_FACT_unmapped_bytes, MOST },   { AISP_FACT_has_namespaces, LEAST },
	{ AISP_FACT_has_no_caps, LEAST },     { AISP_FACT_has_landlock, LEAST },
	{ AISP_FACT_has_load_filter, LEAST }, { AISP_FACT_has_limits, LEAST },
	{ AISP_FACT_has_sealed_plan, LEAST }, { AISP_FACT_n_filters, LEAST },
	{ AISP_FACT_n_descriptors, MOST },    { AISP_FACT_n_shared, MOST },
	{ AISP_FACT_n_environment, MOST },    { AISP_FACT_n_undeclared, SUM },
	{ AISP_FACT_heap_bytes, MOST },       { AISP_FACT_has_fp_changed, MOST },
};

/* A fact that is unknown for one rank is unknown. */
void aisp_ranks_join_facts(struct aisp_evidence *e, const struct aisp_evidence *its)
{
	for (size_t i = 0; i < sizeof(joined) / sizeof(joined[0]); i++) {
		double a = aisp_evidence_get(e, joined[i].fact);
		double b = aisp_evidence_get(its, joined[i].fact);
		double worse =
			joined[i].how == LEAST ? (b < a ? b : a) : (b > a ? b : a);

		aisp_evidence_put(e, joined[i].fact,
				  joined[i].how == SUM || a != a || b != b ? a + b
									   : worse);
	}
	if (!e->undeclared[0])
		snprintf(e->undeclared, sizeof(e->undeclared), "%s", its->undeclared);
	if (!e->beside[0])
		snprintf(e->beside, sizeof(e->beside), "%s", its->beside);
	if (!e->broken[0])
		snprintf(e->broken, sizeof(e->broken), "%s", its->broken);
}
