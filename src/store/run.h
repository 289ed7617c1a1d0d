/* SPDX-License-Identifier: MIT
 *
 * run.h - read a saved run again.  docs/results.md describes the document.
 */
#ifndef AISP_RUN_H
#define AISP_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "run/model.h"

/*
 * Finds the run folder that `name` means: a folder's path, its results.json, the name
 * of a folder below ./artifacts, or "latest" there.  Returns 0, or -1 with *err filled.
 */
int aisp_run_find(char *folder, size_t size, const char *name, struct aisp_err *err);

/*
 * Loads that run's documents, with the folder's path as run.folder.  NULL with *err
 * naming what is damaged (is_usage), or what does not agree with its journal
 * (is_broken; see intact.h).
 */
struct aisp_run *aisp_run_load(const char *name, struct aisp_err *err);

/* Likewise; without a readable manifest, the machine is unknown. */
struct aisp_run *aisp_run_load_any(const char *name, struct aisp_err *err);

/* Likewise, even if it was edited: for who compares it with its journal, or knows its
 * author. */
struct aisp_run *aisp_run_load_edited(const char *name, struct aisp_err *err);

/* Loads the oldest readable run below a folder, only a complete one if wants_whole;
 * NULL: none. */
struct aisp_run *aisp_run_load_below(const char *folder, bool wants_whole);

#endif
