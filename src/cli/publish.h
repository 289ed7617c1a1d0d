/* SPDX-License-Identifier: MIT
 *
 * publish.h - write a run's documents and reports as a run folder.
 */
#ifndef AISP_PUBLISH_H
#define AISP_PUBLISH_H

#include "base/paths.h"
#include "base/rng.h"
#include "run/model.h"
#include "run_profiles.h"
#include "store/checkpoint.h"
#include "store/journal.h"
#include "store/rundir.h"

/*
 * Writes all files of the folder, what profiles asks for, and the journal unless it is
 * NULL.  The folder appears when all are complete, with its path in dir->path.
 * report.html and roofline.svg may be missing, with a message on standard error.
 * Returns 0, or -1 with *err filled and nothing left behind.
 */
int publish_save(struct aisp_rundir *dir, const char *artifacts,
		 const struct aisp_run *run, const struct run_profiles *profiles,
		 struct aisp_journal *journal, struct aisp_err *err);

/* Begins a journal; its lines also go to a file in that directory at once. */
void publish_journal(struct aisp_journal *journal, int dir_fd, const char *started,
		     const struct aisp_seed *seed);

/* The same for a run that another process began: its lines, then a "resume". */
int publish_journal_resumed(struct aisp_journal *journal, int dir_fd,
			    const struct aisp_checkpoint *from, struct aisp_err *err);

/*
 * Enters a saved run into the user's history: `given` is the option's file, or NULL for
 * the usual one.  If run is NULL, only checks that this can be done.  Returns 0, or -1
 * with *err filled.
 */
int publish_history(const char *given, const struct aisp_paths *paths,
		    const struct aisp_run *run, struct aisp_err *err);

#endif
