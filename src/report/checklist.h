/* SPDX-License-Identifier: MIT
 *
 * checklist.h - the items of docs/checklist.md; the program contains a copy of it.
 *
 * An item is a line "- **name**: Text. <!-- role... [; probe [argument]] -->" below a
 * heading "## Section".  Other lines are prose.
 */
#ifndef AISP_CHECKLIST_H
#define AISP_CHECKLIST_H

#include "base/err.h"

/* Whom an item concerns: a bit each. */
enum aisp_concern {
	AISP_CONCERN_KERNEL,
	AISP_CONCERN_TRAINING,
	AISP_CONCERN_SERVING,
	AISP_CONCERN_OPERATOR,
	AISP_CONCERN_AUTHOR,
	AISP_N_CONCERNS
};

const char *aisp_concern_name(enum aisp_concern c); /* "kernel" */

/* AISP_N_CONCERNS if there is no such name. */
enum aisp_concern aisp_concern_find(const char *name);

/* How the program looks into an item. */
enum aisp_probe {
	AISP_PROBE_NONE,    /* none: the item is advice */
	AISP_PROBE_DOCTOR,  /* a symptom of doctor.h, by its name */
	AISP_PROBE_PEAKS,   /* saved peaks of this machine */
	AISP_PROBE_LIMIT,   /* of a process: memlock, nofile */
	AISP_PROBE_TOOL,    /* a program */
	AISP_PROBE_GPUTOOL, /* the same, where there is an NVIDIA GPU */
	AISP_PROBE_DISK,    /* scheduler */
	AISP_PROBE_SHM,
	AISP_PROBE_CLOCK, /* sync */
	AISP_PROBE_GIT,   /* present */
	AISP_PROBE_FILE,  /* patterns, of which one must match */
	AISP_PROBE_RUN,   /* limits, committed, decided, valid, baseline */
	AISP_N_PROBES
};

struct aisp_checklist_item {
	char section[64], name[48], text[400];
	unsigned concerns; /* 1 << enum aisp_concern */
	enum aisp_probe probe;
	char argument[200]; /* of the probe, or "" */
};

struct aisp_checklist {
	struct aisp_checklist_item *items;
	int n;
};

/* docs/checklist.md */
extern const char aisp_checklist_text[];

/* Returns 0, or -1 with *err naming the wrong line; release in either case. */
int aisp_checklist_parse(struct aisp_checklist *c, const char *text,
			 struct aisp_err *err);
void aisp_checklist_release(struct aisp_checklist *c);

#endif
