/* SPDX-License-Identifier: MIT
 *
 * prove.h - try every exploit, its honest twin, and the exploit without the check that
 * should detect it.
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
	int n_pairs; /* of launches, in the first run; 0: as many as are planned */
	const volatile sig_atomic_t *is_stopped;
	/* Called when a record is complete. */
	void (*show)(void *arg, const struct prove_record *record);
	void *arg;

	/* The results. */
	struct prove_record *records;
	int n_records;
	json_t *results;  /* of the first run, or NULL */
	json_t *manifest; /* likewise */
	double hide_ns;   /* in that run: the longest time for which a worker could see
			     a call's inputs before its bell; NaN unknown */
	struct prove_lines lines[AISP_N_DEVICES]; /* a twin's ledger on each device */
	struct aisp_arena arena;                  /* of the records and lines */
	char date[32];                            /* of the document */
};

/*
 * The working directory must be the root of the sources.  Returns 0, whatever became of
 * the exploits; -1 with *err filled if memory ran out.
 */
int prove_all(struct prove *p, struct aisp_err *err);

/* The number of all checks. */
int prove_count_checks(void);

/* Keep what the first run says of itself and its machine; does nothing later. */
void prove_keep_run(struct prove *p, const struct aisp_run *run);

void prove_release(struct prove *p);

#endif
