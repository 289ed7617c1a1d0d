/* SPDX-License-Identifier: MIT
 *
 * prove.h - try every exploit, its honest twin, and the exploit with its one check
 * left out.
 */
#ifndef AISP_PROVE_H
#define AISP_PROVE_H

#include <jansson.h>
#include <signal.h>

#include "device/device.h"
#include "prove_find.h"
#include "prove_model.h"

struct prove {
	const struct prove_list *list;
	bool is_wanted[AISP_N_DEVICES]; /* by enum aisp_device */
	int n_repeat;                   /* runs of each honest twin, at least 1 */
	int n_pairs; /* of launches, in a run that is not asked again; 0: bench run's
			own plan */
	const volatile sig_atomic_t *is_stopped;
	void (*show)(void *arg, const struct prove_record *record); /* as each is done
								     */
	void *arg;

	/* What came of it. */
	struct prove_record *records;
	int n_records;
	json_t *results;  /* the first, or NULL */
	json_t *manifest; /* of the same run, or NULL */
	double hide_ns;   /* the longest that a worker there could see a call's inputs
			     before its bell; NaN unknown */
	struct prove_lines lines[AISP_N_DEVICES]; /* a twin's ledger on each device */
	struct aisp_arena arena;                  /* of the records and lines */
	char date[32];                            /* of the document */
};

/*
 * The working directory is the root of the sources.  0, whatever became of the
 * exploits; -1 with *err filled without memory.
 */
int prove_all(struct prove *p, struct aisp_err *err);

/* Of the first run: what it says of itself and its machine. */
void prove_keep_run(struct prove *p, const struct aisp_run *run);

void prove_release(struct prove *p);

#endif
