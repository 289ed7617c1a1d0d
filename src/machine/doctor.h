/* SPDX-License-Identifier: MIT
 *
 * doctor.h - what on this machine makes measurements worse, the remedies, and changes
 * to /sys and /proc/sys that can be made and undone.
 */
#ifndef AISP_DOCTOR_H
#define AISP_DOCTOR_H

#include <jansson.h>
#include <stddef.h>

#include "base/err.h"

enum aisp_harm {
	AISP_HARM_UNKNOWN, /* this machine does not show it */
	AISP_HARM_OK,
	AISP_HARM_WARN, /* may make results vary */
	AISP_HARM_BAD,  /* makes results wrong or useless */
};

/* A file write that removes a symptom. */
struct aisp_fix {
	const char *pattern; /* glob(7) of absolute paths in /sys or /proc/sys */
	const char *value;
};

struct aisp_symptom {
	const char *name; /* "governor" */
	const char *why;  /* one sentence: why it matters */
	enum aisp_harm harm;
	char state[160];            /* what was found */
	char remedy[200];           /* a command or advice; "" if nothing harms */
	const struct aisp_fix *fix; /* what --fix writes; NULL if a write cannot help */
};

#define AISP_MAX_SYMPTOMS 32

struct aisp_diagnosis {
	int n;
	struct aisp_symptom symptoms[AISP_MAX_SYMPTOMS];
};

/* Takes half a second, to see the load of others. Returns 0, or -1 with *err filled. */
int aisp_doctor_examine(struct aisp_diagnosis *d, struct aisp_err *err);

const char *aisp_harm_name(enum aisp_harm harm); /* "warn" */

/* A new reference, or NULL with *err filled. */
json_t *aisp_diagnosis_json(const struct aisp_diagnosis *d, struct aisp_err *err);

/* One write, and the value that it replaces. */
struct aisp_change {
	char path[256];
	char from[64], to[64];
};

struct aisp_changes {
	int n;
	struct aisp_change *list;
};

void aisp_changes_release(struct aisp_changes *c);

/* A new reference: [{path, from, to}, ...]; NULL if memory is short. */
json_t *aisp_changes_json(const struct aisp_changes *c);

/*
 * Lists the writes that d's fixes need, without those that would change nothing.
 * Returns 0, or -1 with *err filled; release in either case.
 */
int aisp_doctor_plan(const struct aisp_diagnosis *d, struct aisp_changes *c,
		     struct aisp_err *err);

/* Returns 0 if this process may make every change; else -1, and *err has the remedy. */
int aisp_doctor_may(const struct aisp_changes *c, struct aisp_err *err);

/*
 * Adds the old values to the record, then makes the changes, and calls show(arg,
 * change) before each.  A value already in the record stays, since it is the older one.
 * All changes are tried; returns -1 with *err filled if any fails.
 */
int aisp_doctor_apply(const struct aisp_changes *c, const char *record,
		      void (*show)(void *, const struct aisp_change *), void *arg,
		      struct aisp_err *err);

/*
 * Writes the recorded values back, the last first, and removes the record; values that
 * cannot be restored stay in it.  Only paths that a fix may write are used.  Returns 0,
 * also if there is no record, or -1 with *err filled.
 */
int aisp_doctor_undo(const char *record,
		     void (*show)(void *, const struct aisp_change *), void *arg,
		     struct aisp_err *err);

/* Finds the path of this machine's record.  Returns 0, or -1 with *err filled. */
int aisp_doctor_record(char *path, size_t size, struct aisp_err *err);

/* Does any fix write to this path? */
int aisp_doctor_knows(const char *path);

#endif
