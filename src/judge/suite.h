/* SPDX-License-Identifier: MIT
 *
 * suite.h - everything that one `aisp bench run` measures.
 */
#ifndef AISP_SUITE_H
#define AISP_SUITE_H

#include "catalogue.h"
#include "compile/compile.h"
#include "machine/lock.h"
#include "measure_group.h"
#include "record.h"
#include "store/rundir.h"
#include "sweep.h"
#include "unknown_name.h"

#define AISP_MAX_SWEEPS 8

struct aisp_suite {
	const struct aisp_paths *paths;
	const char *const *patterns;
	int n_patterns;
	const struct aisp_device_kind *only_on; /* of the selected targets; NULL: any */
	enum aisp_preset preset;
	enum aisp_dist dist;
	bool has_dist; /* the user chose it */
	const struct aisp_sweep *sweeps;
	int n_sweeps; /* at most AISP_MAX_SWEEPS */
	const struct aisp_extra *extras;
	int n_extras;
	struct aisp_tier_limit tier;
	bool is_versus_library; /* the library variant takes the baseline's place */
	const struct aisp_user_input *user_inputs;
	int n_user_inputs;
	struct aisp_seed seed;
	bool is_seed_given;
	struct aisp_limits limits;
	const char *scratch_dir; /* exists, and holds files that O_DIRECT can read */
	struct aisp_progress progress;
	struct aisp_journal *journal; /* NULL: none is kept */
	int part;                     /* of the run, in the journal */

	struct aisp_rundir
		*live;         /* keeps comparisons as they end; NULL: nothing does */
	const json_t *kept;    /* comparisons of a run that was killed; NULL: none */
	int n_launches_before; /* that it began, and whose inputs were seen */
	/* Called before each object is compiled; may be NULL. */
	void (*building)(void *arg, int k, int n, const char *object);
	void *building_arg;
	/* Gets selected files that are no targets, when they are read; may be NULL. */
	void (*broken)(void *arg, char *const *problems, int n);
	void *broken_arg;
	struct aisp_locks *locks; /* of the GPUs; NULL: take none */
	struct aisp_meet *meet;   /* judges of other nodes; NULL: none */
};

/* The result of a suite, beside the record. */
struct aisp_suite_result {
	struct aisp_record record;
	bool is_spin;          /* of the last group */
	struct aisp_bias bias; /* of the last group */
	uint32_t layers;       /* enum aisp_layer bits that held in every launch */
	int n_groups, n_done;  /* planned; measured to the end */
	int n_kept;            /* of them in the folder of `live` */
	json_t *kept;          /* the same in memory */
};

/*
 * Build what is stale, measure every selected target at every combination of
 * parameters, and record it.  Returns 0, also if Ctrl-C or the deadline ended it early
 * (n_done < n_groups); -1 with *err filled if the harness failed: what was measured
 * until then is in the record, too.  Release the record.
 */
int aisp_suite_run(const struct aisp_suite *s, struct aisp_suite_result *r,
		   struct aisp_err *err);
void aisp_suite_result_release(struct aisp_suite_result *r);

/* Load the selected targets.  Returns 0, or -1 with *err filled, a usage error. */
int aisp_suite_load(const struct aisp_suite *s, struct aisp_catalogue *c,
		    struct aisp_err *err);

/* The builder of the suite's objects. */
struct aisp_builder aisp_suite_builder(const struct aisp_suite *s);

/* Build what the selected targets need, and read the catalogue again. */
int aisp_suite_build(const struct aisp_suite *s, struct aisp_catalogue *c,
		     struct aisp_err *err);

/*
 * Open the contract of a selected target at the suite's preset and combination `combo`
 * of its sweeps.  Returns 0, or -1 with *err filled.
 */
int aisp_suite_contract(const struct aisp_suite *s, const struct aisp_target *t,
			int combo, struct aisp_contract *c, struct aisp_err *err);

/*
 * The number of comparisons that the selected targets of a built catalogue and the
 * sweeps make. -1 with *err filled, a usage error, if no selected workload has a
 * parameter or an input that the suite names.
 */
int aisp_suite_count(const struct aisp_suite *s, const struct aisp_catalogue *c,
		     struct aisp_err *err);

/*
 * Call it before anybody waits or measures: does everything that the suite names exist,
 * and has each group room for its variants?  Builds only workloads.  Returns 0, or -1
 * with *err filled, a usage error.
 */
int aisp_suite_check_names(const struct aisp_suite *s, struct aisp_err *err);

/* Fill *err and return -1: no selected target of a built catalogue has `name`. */
int aisp_suite_unknown_name(const struct aisp_suite *s, const struct aisp_catalogue *c,
			    enum aisp_name_kind what, const char *name,
			    struct aisp_err *err);

#endif
