/* SPDX-License-Identifier: MIT
 *
 * run_of.h - documents that a test made, as a run.
 */
#ifndef RUN_OF_H
#define RUN_OF_H

#include <stdio.h>
#include <stdlib.h>

#include "run/model.h"
#include "store/history.h"

/* The caller frees the run; documents that are not one end the test. */
static inline struct aisp_run *run_of(json_t *results, json_t *manifest)
{
	struct aisp_err err;
	struct aisp_run *run = aisp_run_new(results, manifest, &err);

	if (run)
		return run;
	printf("Bail out! %s\n", err.msg);
	exit(1);
}

/* Calls aisp_history_enter() with documents. */
static inline int enter_documents(struct aisp_history *h, json_t *results, json_t *m,
				  struct aisp_err *err)
{
	struct aisp_run *run = run_of(results, m);
	int rc = aisp_history_enter(h, run, err);

	aisp_run_free(run);
	return rc;
}

#endif
