/* SPDX-License-Identifier: MIT
 *
 * saved_run.h - load the saved run that a command was given.
 */
#ifndef AISP_SAVED_RUN_H
#define AISP_SAVED_RUN_H

#include "base/err.h"
#include "run/model.h"

/*
 * aisp_run_load(), with a line on standard error if the run keeps no journal: nobody
 * can tell whether such a run was edited.
 */
struct aisp_run *saved_run_load(const char *name, struct aisp_err *err);

/* The same for commands that need a proof: fails if the run left a check out. */
struct aisp_run *saved_run_load_proof(const char *name, struct aisp_err *err);

#endif
