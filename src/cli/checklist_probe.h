/* SPDX-License-Identifier: MIT
 *
 * checklist_probe.h - what this machine, a folder and a saved run show about an item.
 */
#ifndef AISP_CHECKLIST_PROBE_H
#define AISP_CHECKLIST_PROBE_H

#include "machine/doctor.h"
#include "report/checklist.h"
#include "run/model.h"

enum item_state {
	ITEM_ATTENTION,
	ITEM_OK,
	ITEM_NOT_VISIBLE, /* this machine does not show it */
	ITEM_ADVICE,      /* no probe can look into it */
	ITEM_N_STATES
};

const char *item_state_name(enum item_state s); /* "not visible" */
/* The state for a word of --only, as in "not-visible"; ITEM_N_STATES: none. */
enum item_state item_state_find(const char *option);

/* What probes look into. */
struct item_view {
	struct aisp_diagnosis diagnosis;
	const char *folder;         /* for probes that look for files */
	const struct aisp_run *run; /* NULL: none */
};

struct item_finding {
	enum item_state state;
	char what[400];   /* what was found, "" for advice */
	char remedy[200]; /* "" if there is nothing to do */
};

void item_probe(struct item_finding *f, const struct aisp_checklist_item *item,
		const struct item_view *v);

#endif
