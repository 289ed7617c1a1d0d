/* SPDX-License-Identifier: MIT
 *
 * journal.h - the record of a run as a chain of hashes, written while it lasts.
 *
 * journal.jsonl has a JSON object a line.  Each has "seq" (from 0), "prev" (the
 * SHA-256 of the line before, of nothing for the first) and "kind":
 *
 *	start	"date", "seed"
 *	launch	"part", "arm" (index into arms[]), "block", "position", "status",
 *		"object" (SHA-256 of the file that was launched) and "hash", of the
 *		launch as results.json has it, less "evidence"
 *	arm	"part", "arm", "evidence" [hashes of its launches' evidence] and "hash",
 *		of the arm less "launches"
 *	result	"part", "result" (index), "hash" of the result less "expectation"
 *	resume	"date", "arms", "results", "dropped": another process goes on after so
 *		many; lines above of later ones, so many launches, no longer count
 *	end	"run", "manifest": their hashes, less "journal"
 *	files	hashes of the other files of the folder
 *
 * Part 0 is the document, part 1 its "confirmation".  The hash of JSON is that of its
 * compact text with sorted keys. results.json and manifest.json contain the hash of the
 * "end" line; a user who keeps it elsewhere can compare it with them later.
 */
#ifndef AISP_JOURNAL_H
#define AISP_JOURNAL_H

#include <jansson.h>
#include <stddef.h>

#include "base/err.h"

#define AISP_N_JOURNALED_FILES 4
extern const char *const aisp_journaled_files[AISP_N_JOURNALED_FILES]; /* of "files" */

struct aisp_journal {
	char *text; /* all lines so far */
	size_t n_bytes, room_bytes;
	int n_lines;
	char head[65];  /* hash of the last line; "" before the first */
	int fd;         /* also written there; -1: nowhere */
	int has_failed; /* memory ran out: the chain has gaps */
};

void aisp_journal_init(struct aisp_journal *j);
void aisp_journal_release(struct aisp_journal *j);

/* From now on writes each new line to that file, too; j closes it. */
void aisp_journal_follow(struct aisp_journal *j, int fd);

/* Begins with the complete lines of an earlier process.  0, or -1 without memory. */
int aisp_journal_restore(struct aisp_journal *j, const char *text, size_t n_bytes);

/* Appends a line, taking its reference; sets "seq" and "prev". */
void aisp_journal_add(struct aisp_journal *j, json_t *line);

/* Adds lines of arms and results, from those indices on. */
void aisp_journal_add_arms(struct aisp_journal *j, int part, const json_t *arms,
			   size_t from);
void aisp_journal_add_results(struct aisp_journal *j, int part, const json_t *results,
			      size_t from);

/*
 * Adds the "end" line; both documents get "journal": { "head", "n_lines" }, results
 * below "run".  Returns 0, or -1 with *err filled.
 */
int aisp_journal_end(struct aisp_journal *j, json_t *results, json_t *manifest,
		     struct aisp_err *err);

/* Hashes of JSON, and of the object without one of its members. */
void aisp_json_hash(const json_t *json, char hex[65]);
void aisp_json_hash_less(const json_t *object, const char *member, char hex[65]);

#endif
