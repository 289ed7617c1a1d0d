/* SPDX-License-Identifier: MIT
 *
 * prove_document.h - the proof file: what was tried, on which machine, at which commit,
 * and the results.
 *
 *	{ "schema": 1, "date", "git", "machine": { "class", "text" },
 *	  "driver" or null, "grade", "grade_why", "devices" [names], "n_repeat",
 *	  "seconds", "is_partial", "hide_ns" of prove.h or null,
 *	  "summary": as below, with "missing": [{ "check", "kind" }],
 *	  "exploits": [records of prove_model.h],
 *	  "states": { device: { check: { "state", "why" } } },
 *	  "corpus": of prove_corpus.h with "alarms": [{ "target", "outcome",
 *	  "failed" [checks], "why" }], or null }
 * It holds no path and no host's name.
 */
#ifndef AISP_PROVE_DOCUMENT_H
#define AISP_PROVE_DOCUMENT_H

#include "prove.h"
#include "prove_corpus.h"

#define AISP_PROOF_SCHEMA 1

struct prove_summary {
	int n_checks;
	int n_exploits; /* that were tried */
	int n_stopped;
	int n_detecting;   /* exploits of checks that can fail */
	int n_let_through; /* those of them that won without the check */
	int n_twin_runs, n_alarms;
	int states[PROVE_N_STATES];        /* exploits in each */
	const struct aisp_check **missing; /* checks without an exploit on any device */
	int n_missing;
};

/* Sum up p's records; sum->missing lies in p's arena.  Returns 0, or -1 without memory.
 */
int prove_sum_up(struct prove_summary *sum, struct prove *p, char *const *globs,
		 int n_globs);

/* Does each claim hold, and is no exploit missing? */
bool prove_is_all_proven(const struct prove_summary *sum);

/* All that was tried.  alarms: NULL if no corpus was run. */
struct prove_result {
	struct prove *p;
	const struct prove_summary *summary;
	const struct prove_alarms *alarms;
	double seconds;
};

/* Returns a new reference, or NULL without memory.  Gives each record its date. */
json_t *prove_document(const struct prove_result *o);

/*
 * Write the document, whole or not at all.  With is_merged, records of exploits
 * that it does not mention stay as the file has them.  Returns 0, or -1 with *err
 * filled.
 */
int prove_save(const json_t *document, const char *path, bool is_merged,
	       struct aisp_err *err);

#endif
