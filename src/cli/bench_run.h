/* SPDX-License-Identifier: MIT
 *
 * bench_run.h - a run of the suite: its options, and its state while it runs.
 */
#ifndef AISP_BENCH_RUN_H
#define AISP_BENCH_RUN_H

#include <argp.h>

#include "demands.h"
#include "format_choice.h"
#include "gate.h"
#include "judge/document.h"
#include "launch_options.h"
#include "machine/lock.h"
#include "resume.h"
#include "run_peaks.h"
#include "run_profiles.h"
#include "store/journal.h"
#include "suite_options.h"

struct bench_run {
	struct suite_options suite;
	struct launch_options launch;
	const char *artifacts, *output;
	struct format_choice format;
	const char *history;
	bool has_ledger, is_strict, is_unrecorded;
	struct aisp_run *run; /* NULL before it is published */
	bool is_saved;        /* the run is saved, in the usual place or elsewhere */
	struct run_peaks peaks;
	struct aisp_occasion occasion;
	struct gate gate;
	struct demands demands;
	struct resume resume;
	struct run_profiles profiles;
	struct aisp_journal journal;
	struct aisp_locks locks;
	double wait_quiet_s; /* 0: do not wait */
};

/* Its input is a struct bench_run with its defaults. */
extern const struct argp bench_run_argp;

/*
 * Compares the result with the expectations, saves it, prints it, and enters it into
 * the history. `live` is the folder for resumption.  Returns 0, or -1 with *err filled;
 * prints the result even if it cannot be saved.
 */
int bench_run_save(struct bench_run *r, const struct aisp_suite_result *result,
		   struct aisp_rundir *live, struct aisp_err *err);

#endif
