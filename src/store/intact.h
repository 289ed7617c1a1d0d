/* SPDX-License-Identifier: MIT
 *
 * intact.h - is a saved run what was measured?  Every command that reads one asks.
 */
#ifndef AISP_INTACT_H
#define AISP_INTACT_H

#include <stdbool.h>

#include "base/err.h"
#include "run/model.h"

/* Do its documents name a journal?  Nobody can tell whether another was edited. */
bool aisp_run_has_journal(const struct aisp_run *run);

/*
 * Compares the run in `folder` with its journal, as `aisp bench recheck` does, and
 * judges nothing again.  A run whose documents name no journal, and whose folder holds
 * none, is taken as it is: it was written by a version that kept none, or by recheck.
 * Returns 0, or -1 with *err naming the first difference, and is_broken set.
 */
int aisp_run_check_intact(const struct aisp_run *run, const char *folder,
			  struct aisp_err *err);

#endif
