/* SPDX-License-Identifier: MIT
 *
 * prove_document.h - the proof file: what was tried, with what machine and commit,
 * and what it comes to.
 *
 *	{ "schema": 1, "date", "git", "machine": { "class", "text" },
 *	  "driver" or null, "grade", "grade_why", "devices" [names], "n_repeat",
 *	  "seconds", "is_partial", "hide_ns" of prove.h or null, "summary": SUMMARY,
 *	  "exploits": [records of prove_judge.h, each with its "date" and "commit"],
 *	  "states": { device: { check: { "state", "why" } } },
 *	  "corpus": of prove_corpus.h, or null }
 * It holds no path and no host's name.
 */
#ifndef AISP_PROVE_DOCUMENT_H
#define AISP_PROVE_DOCUMENT_H

#include "prove.h"

#define AISP_PROOF_SCHEMA 1

/*
 * { "n_checks", "n_exploits", "n_stopped", "n_detecting", "n_let_through",
 *   "n_twin_runs", "n_alarms", "states": { state: count },
 *   "missing": [{ "check", "kind" }] }: n_exploits were tried; n_detecting of them
 * belong to checks that can fail, of which n_let_through won without the check.
 * `list` holds the exploits of all devices, by which a check lacks one.
 */
json_t *prove_summary(const json_t *exploits, const json_t *states,
		      const struct prove_list *list, char *const *globs, int n_globs);

/* A new reference, or NULL without memory. */
json_t *prove_document(const struct prove *p, const json_t *summary, double seconds,
		       json_t *corpus);

/* At most one in a hundred runs of the corpus is a false alarm; true for NULL. */
bool prove_is_quiet(const json_t *corpus);

/* Each claim holds, and nothing is missing. */
bool prove_is_all_proven(const json_t *summary);

/*
 * Write the document, whole or not at all.  With is_merged, records of exploits
 * that it does not mention stay as the file has them.  0, or -1 with *err filled.
 */
int prove_save(const json_t *document, const char *path, bool is_merged,
	       struct aisp_err *err);

#endif
