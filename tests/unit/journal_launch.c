/* SPDX-License-Identifier: MIT
 *
 * The journal's lines of a group's launches agree with the record.
 */
#include <math.h>

#include "judge/journal_launch.h"
#include "store/journal.h"
#include "tap.h"

static struct aisp_measured launches[2];
static struct aisp_group g;

static void make_group(void)
{
	g = (struct aisp_group){ .n_arms = 1 };
	g.arms[0] = (struct aisp_arm){ .n_journaled = 3,
				       .n_launches = 2,
				       .launches = launches };
	for (int i = 0; i < 2; i++)
		aisp_evidence_init(&launches[i].evidence);
}

int main(void)
{
	struct aisp_journal journal = { .n_lines = 7 };
	struct aisp_harness harness = { .journal = &journal };

	make_group();
	aisp_journal_facts_note(&harness, &g);
	ok(launches[0].evidence.n_missing_launches == 1 &&
		   launches[1].evidence.n_missing_launches == 1,
	   "a launch that was entered and is not in the record");
	ok(launches[1].evidence.n_journal == 7, "and how long the journal is");
	make_group();
	harness.journal = NULL;
	aisp_journal_facts_note(&harness, &g);
	ok(isnan(launches[0].evidence.n_missing_launches) &&
		   isnan(launches[0].evidence.n_journal),
	   "without a journal nothing is known");
	return done();
}
