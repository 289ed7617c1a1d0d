/* SPDX-License-Identifier: MIT */
#include "journal_launch.h"
#include "base/hash.h"
#include "store/journal.h"

void aisp_journal_launch(struct aisp_harness *harness, struct aisp_group *g, int i)
{
	struct aisp_arm *a = &g->arms[i];
	const struct aisp_measured *m = &a->launches[a->n_launches - 1];
	char hash[65], object[65] = "";
	json_t *launch;

	if (!harness->journal)
		return;
	launch = aisp_record_launch(m);
	aisp_json_hash_less(launch, "evidence", hash);
	aisp_hash_file(a->object, object, NULL);
	aisp_journal_add(harness->journal,
			 json_pack("{ss si si si si sO ss ss}", "kind", "launch",
				   "part", harness->part, "arm", g->first_arm + i,
				   "block", m->block, "position", m->position, "status",
				   json_object_get(launch, "status"), "object", object,
				   "hash", hash));
	json_decref(launch);
	a->n_journaled++;
}

void aisp_journal_facts_note(const struct aisp_harness *harness, struct aisp_group *g)
{
	if (!harness->journal)
		return;
	for (int i = 0; i < g->n_arms; i++)
		for (int k = 0; k < g->arms[i].n_launches; k++) {
			struct aisp_evidence *e = &g->arms[i].launches[k].evidence;

			e->n_missing_launches =
				g->arms[i].n_journaled - g->arms[i].n_launches;
			e->n_journal = harness->journal->n_lines;
		}
}
