/* SPDX-License-Identifier: MIT
 *
 * run_list.h - the run folders below one directory.
 */
#ifndef AISP_RUN_LIST_H
#define AISP_RUN_LIST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define AISP_MAX_RUNS 300 /* the newest ones; others stay on disk */

/* Keeps runs, so that each is read once.  Safe from any thread. */
struct aisp_run_list;

/* artifacts is copied.  NULL without memory. */
struct aisp_run_list *aisp_run_list_new(const char *artifacts);
void aisp_run_list_free(struct aisp_run_list *l);

/*
 * The runs that are there now, newest first: {"runs": [...], "n_more"}.  A run is
 * { "name", "started", "host", "grade", "command", "is_partial", "speedup", "ci",
 * "rows": [[target, params, distribution, word, speedup, low, high, baseline_ns,
 * optimized_ns, sol_fraction]] }, or { "name", "error" } where it is damaged.  The
 * caller frees the text; NULL without memory.
 */
char *aisp_run_list_json(struct aisp_run_list *l);

/* Is there a run folder with exactly this name?  If so, gets its path. */
bool aisp_run_list_has(const struct aisp_run_list *l, const char *name, char *path,
		       size_t size);

/* "<how many>:<the newest>", which changes when a run comes or goes. */
void aisp_run_list_state(const struct aisp_run_list *l, char *state, size_t size);

#endif
