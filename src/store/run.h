/* SPDX-License-Identifier: MIT
 *
 * run.h - read a saved run again.  docs/results.md describes the document.
 */
#ifndef AISP_RUN_H
#define AISP_RUN_H

#include <jansson.h>
#include <stddef.h>

#include "base/err.h"

#define AISP_RESULTS_SCHEMA 1

/*
 * The run folder that `name` means: a folder's path, its results.json, the
 * name of a folder below ./artifacts, or "latest" there.  0, or -1 with *err
 * filled.
 */
int aisp_run_find(char *folder, size_t size, const char *name, struct aisp_err *err);

/*
 * results.json of that run, checked against the schema, with the folder's path
 * added as run.folder; or manifest.json.  A new reference, or NULL with *err
 * naming what is damaged.
 */
json_t *aisp_run_load(const char *name, struct aisp_err *err);
json_t *aisp_run_load_manifest(const char *name, struct aisp_err *err);

/*
 * Has `results` all that reports rely on: the members and their types, indices
 * within arms[], known verdicts?  0, or -1 with *err naming the first member
 * that is wrong.
 */
int aisp_results_check(const json_t *results, struct aisp_err *err);

#endif
