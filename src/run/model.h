/* SPDX-License-Identifier: MIT
 *
 * model.h - a run: results.json and manifest.json (docs/results.md), parsed once.
 *
 * The members have the documents' names and units.  A missing text is "", a missing
 * number NaN, a missing whole number AISP_UNKNOWN, a missing part NULL.  All members
 * belong to the run and live as long as it does.
 */
#ifndef AISP_MODEL_H
#define AISP_MODEL_H

#include <aisp/check.h>
#include <jansson.h>
#include <stdint.h>

#include "arena.h"
#include "base/err.h"
#include "launch_model.h"
#include "manifest_model.h"
#include "score_model.h"
#include "values.h"
#include "word.h"

#define AISP_RESULTS_SCHEMA 1

struct aisp_run_sol {
	double fraction;
	const char *roof;
	double roof_ns;
	const char *bound_by; /* why there is no roof, by the contract; else "" */
};

/* Medians over the launches. */
struct aisp_run_gpu {
	double end_to_end_ns, event_ns, launch_overhead_ns, trace_ns, cold_ns, hot_ns;
	double sm_mhz, energy_moves;
};

/* Figures of processes that share a call; NaN if the contract states no bytes. */
struct aisp_run_collective {
	int64_t ranks;
	double size_bytes, wire_bytes; /* of a rank; 0: none */
	double algbw_gb_s, busbw_gb_s;
	double start_skew_ns;  /* of an empty call, the largest of all launches */
	double after_delay_ns; /* from a late rank's start, the median */
};

struct aisp_run_arm {
	const char *variant, *device, *library, *summary, *source, *hash, *build;
	const char *after; /* "x": one switch more than optimized_x; else "" */
	const char *tier;  /* "" in an older run */
	enum aisp_kind_of_arm kind;
	double median_ns, gb_per_s, gflop_per_s;
	double energy_j; /* per call; NaN: not measured, no counter */
	struct aisp_run_sol sol;
	struct aisp_run_gpu *gpu;
	struct aisp_run_arm_score *score;       /* or NULL */
	struct aisp_run_collective *collective; /* or NULL */
	struct aisp_run_launch *launches;
	int n_launches;
};

struct aisp_run_comparison {
	enum aisp_word verdict;
	const char *why, *advice;
	double speedup, speedup_ci[2], confidence;
	int64_t n_pairs;
	double mde, margin;
	const char *forecast_target, *forecast_options; /* for the advised command */
	const char *busy, *ended, *narrow_input,
		*alike_input; /* as in struct aisp_group */
};

/* The finding of a check about one arm. */
struct aisp_run_finding {
	const char *check, *why;
	enum aisp_role arm;
	enum aisp_verdict verdict; /* AISP_N_VERDICTS: an unknown word */
};

#define AISP_N_VERDICTS (AISP_VERDICT_NA + 1)

/* The stored entry with which a result was compared. */
struct aisp_run_bound {
	double value, lower; /* of the speedup */
};

struct aisp_run_expectation {
	enum aisp_expect_state state;
	const char *why, *class;
	enum aisp_entry_of match;
	bool is_damaged;
	enum aisp_expect_state speedup, library, time; /* of each metric */
	struct aisp_run_bound expected;
};

struct aisp_run_result {
	const char *target, *directory, *workload, *title, *distribution, *reason;
	const char *tier; /* "" in an older run */
	struct aisp_map params;
	int64_t index[AISP_N_ROLES];                   /* into arms */
	const struct aisp_run_arm *arms[AISP_N_ROLES]; /* the same; NULL: none */
	enum aisp_word status;                         /* measured, skipped ... */
	enum aisp_fault fault;                         /* if it was not measured */
	struct aisp_run_comparison *comparison, *vs_library;
	struct aisp_run_score *score; /* NULL: time is judged */
	struct aisp_run_finding *ledger;
	int n_ledger;
	const struct aisp_texts *left_out; /* of its run; NULL: none (left_out.h) */
	struct aisp_run_expectation *expectation;
};

/* The user's settings of the plan. */
struct aisp_run_plan {
	int64_t pairs;
	double min_time_s, until_decided_s;
};

struct aisp_run_resumed {
	const char *started;
	double results, launches_dropped;
};

struct aisp_run_noise {
	double floor, n_comparisons;
	const char *grade, *measured;
};

struct aisp_run_info {
	const char *started, *ended, *seed, *grade, *folder;
	const char *journal_head;
	struct aisp_texts command, grade_why, given_inputs, left_out;
	bool is_partial, is_cold_start;
	struct aisp_run_plan plan;
	struct aisp_run_resumed resumed;
	struct aisp_run_noise noise;
};

struct aisp_run {
	json_t *document, *manifest; /* for those who write them again; may be NULL */
	int64_t schema;
	struct aisp_run_info info;
	struct aisp_run_arm *arms;
	int n_arms;
	struct aisp_run_result *results;
	int n_results;
	struct aisp_run *confirmation; /* the second block, or NULL */
	struct aisp_run_machine machine;
	struct aisp_arena arena;
};

/*
 * Parse the documents, to which the run keeps references. manifest may be NULL: nothing
 * is known of the machine.  Returns NULL with *err naming the first member that is
 * missing, of another type or out of range.
 */
struct aisp_run *aisp_run_new(json_t *results, json_t *manifest, struct aisp_err *err);
void aisp_run_free(struct aisp_run *run);

/* Remove the results for which keep[i] is false; the arms stay.  Returns 0 or -1. */
int aisp_run_keep(struct aisp_run *run, const bool *keep);

/* Set the folder of the run.  Returns 0, or -1 if out of memory. */
int aisp_run_set_folder(struct aisp_run *run, const char *folder);

/*
 * Set how a result compares with its expectation: "expectation" in the document, and
 * the parsed form.  Takes the reference.  Returns 0, or -1 if out of memory.
 */
int aisp_run_expect(struct aisp_run *run, int i, json_t *expectation);

/* The result of a second block of launches for an expectation that was REGRESSED. */
struct aisp_run_revision {
	enum aisp_expect_state state;
	const char *why;
	bool is_measured, is_confirmed;
};

int aisp_run_revise(struct aisp_run *run, int i, const struct aisp_run_revision *r);

/* Attach the second block's document; takes the reference. 0, or -1 with *err. */
int aisp_run_confirm(struct aisp_run *run, json_t *second, struct aisp_err *err);

/* "PASS"; "?" for a word that this version does not know. */
const char *aisp_finding_word(const struct aisp_run_finding *f);

/* The index of the same experiment's result in a run, which may be NULL; -1: none. */
int aisp_result_find(const struct aisp_run *run, const struct aisp_run_result *r);

/* The comparison's verdict; the status if there is none, or if it rules one out. */
enum aisp_word aisp_result_word(const struct aisp_run_result *r);

/* The verdict of its comparison, or AISP_WORD_NONE. */
enum aisp_word aisp_result_verdict(const struct aisp_run_result *r);

/* AISP_N_EXPECT_STATES if it was not judged. */
enum aisp_expect_state aisp_result_expectation(const struct aisp_run_result *r);

#endif
