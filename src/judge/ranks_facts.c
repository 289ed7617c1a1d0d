/* SPDX-License-Identifier: MIT
 *
 * ranks_facts.c - facts about a launch of several ranks: rank 0's are taken like those
 * of a single process, and the others' are joined to them.
 */
#include "ranks.h"

void aisp_ranks_begin_facts(struct aisp_session *s)
{
	for (struct aisp_launch *m = s->launch.next_rank; m; m = m->next_rank)
		aisp_process_read(&m->before, m->pid);
}

void aisp_ranks_end_facts(struct aisp_session *s, struct aisp_evidence *e)
{
	for (struct aisp_launch *m = s->launch.next_rank; m; m = m->next_rank) {
		struct aisp_process after;
		struct aisp_evidence its;

		aisp_evidence_init(&its);
		aisp_process_read(&after, m->pid);
		aisp_session_isolation_facts(s, m, &its);
		aisp_session_process_facts(s, &m->before, &after, &its);
		aisp_conditions_of(s, m, &after, &its);
		aisp_ranks_join_facts(e, &its);
	}
}
