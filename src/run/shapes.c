/* SPDX-License-Identifier: MIT
 *
 * shapes.c - members that an old or damaged document may lack are not CHECKED; members
 * that reports rely on are CHECKED or NEEDED.
 */

#include "shapes.h"
#include "model.h"
#include "shapes_parts.h"

#define WORDS(list, enum_type, function)                                               \
	static const char *list##_name(int w)                                          \
	{                                                                              \
		return function((enum enum_type)w);                                    \
	}
WORDS(word, aisp_word, aisp_word_name)
WORDS(ending, aisp_ending, aisp_ending_name)
WORDS(better, aisp_better, aisp_better_name)
WORDS(fault, aisp_fault, aisp_fault_name)
WORDS(role, aisp_role, aisp_role_name)
WORDS(kind, aisp_kind_of_arm, aisp_kind_name)
WORDS(state, aisp_expect_state, aisp_expect_state_name)
WORDS(verdict, aisp_verdict, aisp_verdict_name)
WORDS(match, aisp_entry_of, aisp_entry_of_name)
#undef WORDS

static const struct aisp_vocabulary endings = { ending_name, AISP_N_ENDINGS, 0 };
static const struct aisp_vocabulary ways = {
	better_name, AISP_N_BETTER, 1 << AISP_BETTER_MORE | 1 << AISP_BETTER_LESS
};
static const struct aisp_vocabulary faults = { fault_name, AISP_N_FAULTS, 0 };
static const struct aisp_vocabulary roles = { role_name, AISP_N_ROLES, 0 };
static const struct aisp_vocabulary kinds = { kind_name, AISP_N_KINDS, 0 };
static const struct aisp_vocabulary states = { state_name, AISP_N_EXPECT_STATES, 0 };
static const struct aisp_vocabulary verdicts = { verdict_name, AISP_N_VERDICTS, 0 };
static const struct aisp_vocabulary matches = { match_name, AISP_N_ENTRIES_OF, 0 };
const struct aisp_vocabulary aisp_words = { word_name, AISP_N_WORDS, 0 };
static const struct aisp_vocabulary statuses = { word_name, AISP_N_WORDS,
						 1 << AISP_WORD_MEASURED |
							 1 << AISP_WORD_SKIPPED |
							 1 << AISP_WORD_FAILED |
							 1 << AISP_WORD_NOT_RUN };
static const struct aisp_vocabulary outcomes = {
	word_name, AISP_N_WORDS,
	1 << AISP_WORD_FASTER | 1 << AISP_WORD_SLOWER | 1 << AISP_WORD_SAME |
		1 << AISP_WORD_BETTER | 1 << AISP_WORD_WORSE |
		1 << AISP_WORD_INCONCLUSIVE | 1 << AISP_WORD_INVALID
};

static const struct aisp_field evidence[] = {
	{ "undeclared", AISP_TEXT, 0, AT(launch, undeclared) },
	{ "beside", AISP_TEXT, 0, AT(launch, beside) },
	{ "broken", AISP_TEXT, 0, AT(launch, broken) },
	{ 0 }
};
PART(evidence);

static const struct aisp_field last[] = { { "rank", AISP_WHOLE, 0, AT(last, rank) },
					  { "behind_ns", AISP_NUMBER, 0,
					    AT(last, behind_ns) },
					  { 0 } };
SHAPE(last, aisp_run_last);

static const struct aisp_field launch[] = {
	{ "block", AISP_WHOLE, 0, AT(launch, block) },
	{ "position", AISP_WHOLE, 0, AT(launch, position) },
	{ "status", AISP_WORD, 0, AT(launch, status), .words = &endings },
	{ "cause", AISP_TEXT, 0, AT(launch, cause) },
	{ "wrong", AISP_TEXT, 0, AT(launch, wrong) },
	{ "calls_per_sample", AISP_WHOLE, 0, AT(launch, calls_per_sample) },
	{ "start_ns", AISP_WHOLE, 0, AT(launch, start_ns) },
	{ "spawn_ns", AISP_WHOLE, 0, AT(launch, spawn_ns) },
	{ "wall_ns", AISP_WHOLE, 0, AT(launch, wall_ns) },
	{ "warmup_ns", AISP_MANY, 0, AT(launch, warmup_ns) },
	{ "samples_ns", AISP_MANY, 0, AT(launch, samples_ns) },
	{ "sm_mhz", AISP_MANY, 0, AT(launch, sm_mhz) },
	{ "last_ranks", AISP_LIST, 0, AT(launch, last_ranks), &last_shape },
	{ "devices", AISP_MANY, 0, AT(launch, devices) },
	{ "median_ns", AISP_NUMBER, 0, AT(launch, median_ns) },
	{ "scores", AISP_MANY, 0, AT(launch, scores) },
	{ "score", AISP_NUMBER, 0, AT(launch, score) },
	{ "evidence", AISP_MAP, 0, AT(launch, evidence) },
	{ "evidence", AISP_INNER, 0, 0, &evidence_shape },
	{ 0 }
};
SHAPE(launch, aisp_run_launch);

static const struct aisp_field sol[] = {
	{ "fraction", AISP_NUMBER, 0, AT(sol, fraction) },
	{ "roof", AISP_TEXT, 0, AT(sol, roof) },
	{ "roof_ns", AISP_NUMBER, 0, AT(sol, roof_ns) },
	{ "bound_by", AISP_TEXT, 0, AT(sol, bound_by) },
	{ 0 }
};
SHAPE(sol, aisp_run_sol);

static const struct aisp_field gpu[] = {
	{ "end_to_end_ns", AISP_NUMBER, 0, AT(gpu, end_to_end_ns) },
	{ "event_ns", AISP_NUMBER, 0, AT(gpu, event_ns) },
	{ "launch_overhead_ns", AISP_NUMBER, 0, AT(gpu, launch_overhead_ns) },
	{ "trace_ns", AISP_NUMBER, 0, AT(gpu, trace_ns) },
	{ "cold_ns", AISP_NUMBER, 0, AT(gpu, cold_ns) },
	{ "hot_ns", AISP_NUMBER, 0, AT(gpu, hot_ns) },
	{ "sm_mhz", AISP_NUMBER, 0, AT(gpu, sm_mhz) },
	{ "energy_moves", AISP_NUMBER, 0, AT(gpu, energy_moves) },
	{ 0 }
};
SHAPE(gpu, aisp_run_gpu);

static const struct aisp_field arm_score[] = {
	{ "value", AISP_NUMBER, 0, AT(arm_score, value) },
	{ "bound", AISP_NUMBER, 0, AT(arm_score, bound) },
	{ "figures", AISP_MAP, 0, AT(arm_score, figures) },
	{ 0 }
};
SHAPE(arm_score, aisp_run_arm_score);

static const struct aisp_field collective[] = {
	{ "ranks", AISP_WHOLE, 0, AT(collective, ranks) },
	{ "size_bytes", AISP_NUMBER, 0, AT(collective, size_bytes) },
	{ "wire_bytes", AISP_NUMBER, 0, AT(collective, wire_bytes) },
	{ "algbw_gb_s", AISP_NUMBER, 0, AT(collective, algbw_gb_s) },
	{ "busbw_gb_s", AISP_NUMBER, 0, AT(collective, busbw_gb_s) },
	{ "start_skew_ns", AISP_NUMBER, 0, AT(collective, start_skew_ns) },
	{ "after_delay_ns", AISP_NUMBER, 0, AT(collective, after_delay_ns) },
	{ 0 }
};
SHAPE(collective, aisp_run_collective);

static const struct aisp_field arm[] = {
	{ "variant", AISP_TEXT, AISP_NEEDED, AT(arm, variant) },
	{ "device", AISP_TEXT, AISP_NEEDED, AT(arm, device) },
	{ "class", AISP_WORD, AISP_NEEDED, AT(arm, kind), .words = &kinds },
	{ "tier", AISP_TEXT, 0, AT(arm, tier) },
	{ "library", AISP_TEXT, AISP_CHECKED, AT(arm, library) },
	{ "summary", AISP_TEXT, 0, AT(arm, summary) },
	{ "after", AISP_TEXT, 0, AT(arm, after) },
	{ "source", AISP_TEXT, 0, AT(arm, source) },
	{ "hash", AISP_TEXT, 0, AT(arm, hash) },
	{ "build", AISP_TEXT, 0, AT(arm, build) },
	{ "median_ns", AISP_NUMBER, AISP_CHECKED, AT(arm, median_ns) },
	{ "gb_per_s", AISP_NUMBER, AISP_CHECKED, AT(arm, gb_per_s) },
	{ "gflop_per_s", AISP_NUMBER, AISP_CHECKED, AT(arm, gflop_per_s) },
	{ "energy_j", AISP_NUMBER, 0, AT(arm, energy_j) },
	{ "sol", AISP_INNER, AISP_CHECKED, AT(arm, sol), &sol_shape },
	{ "gpu", AISP_OPTION, 0, AT(arm, gpu), &gpu_shape },
	{ "score", AISP_OPTION, 0, AT(arm, score), &arm_score_shape },
	{ "collective", AISP_OPTION, 0, AT(arm, collective), &collective_shape },
	{ "launches", AISP_LIST, AISP_NEEDED, AT(arm, launches), &launch_shape },
	{ 0 }
};
SHAPE(arm, aisp_run_arm);

static const struct aisp_field forecast[] = {
	{ "target", AISP_TEXT, 0, AT(comparison, forecast_target) },
	{ "options", AISP_TEXT, 0, AT(comparison, forecast_options) },
	{ 0 }
};
PART(forecast);

static const struct aisp_field comparison[] = {
	{ "verdict", AISP_WORD, AISP_NEEDED, AT(comparison, verdict),
	  .words = &outcomes },
	{ "why", AISP_TEXT, AISP_CHECKED, AT(comparison, why) },
	{ "speedup", AISP_NUMBER, AISP_CHECKED, AT(comparison, speedup) },
	{ "speedup_ci", AISP_PAIR, AISP_CHECKED, AT(comparison, speedup_ci) },
	{ "confidence", AISP_NUMBER, AISP_CHECKED, AT(comparison, confidence) },
	{ "n_pairs", AISP_WHOLE, AISP_NEEDED, AT(comparison, n_pairs) },
	{ "mde", AISP_NUMBER, AISP_CHECKED, AT(comparison, mde) },
	{ "margin", AISP_NUMBER, AISP_CHECKED, AT(comparison, margin) },
	{ "busy", AISP_TEXT, 0, AT(comparison, busy) },
	{ "ended", AISP_TEXT, 0, AT(comparison, ended) },
	{ "narrow_input", AISP_TEXT, 0, AT(comparison, narrow_input) },
	{ "alike_input", AISP_TEXT, 0, AT(comparison, alike_input) },
	{ "advice", AISP_TEXT, 0, AT(comparison, advice) },
	{ "forecast", AISP_INNER, 0, 0, &forecast_shape },
	{ 0 }
};
SHAPE(comparison, aisp_run_comparison);

static const struct aisp_field finding[] = {
	{ "check", AISP_TEXT, AISP_NEEDED, AT(finding, check) },
	{ "arm", AISP_WORD, 0, AT(finding, arm), .words = &roles },
	{ "verdict", AISP_WORD, AISP_NEEDED, AT(finding, verdict), .words = &verdicts },
	{ "why", AISP_TEXT, AISP_CHECKED, AT(finding, why) },
	{ 0 }
};
SHAPE(finding, aisp_run_finding);

static const struct aisp_field bound[] = {
	{ "value", AISP_NUMBER, 0, AT(bound, value) },
	{ "lower", AISP_NUMBER, 0, AT(bound, lower) },
	{ 0 }
};
PART(bound);

static const struct aisp_field bounds[] = {
	{ "speedup", AISP_INNER, 0, 0, &bound_shape }, { 0 }
};
PART(bounds);

static const struct aisp_field entry[] = {
	{ "metrics", AISP_INNER, 0, 0, &bounds_shape }, { 0 }
};
PART(entry);

static const struct aisp_field metrics[] = {
	{ "speedup", AISP_WORD, 0, AT(expectation, speedup), .words = &states },
	{ "vs_library", AISP_WORD, 0, AT(expectation, library), .words = &states },
	{ "time", AISP_WORD, 0, AT(expectation, time), .words = &states },
	{ 0 }
};
PART(metrics);

static const struct aisp_field expectation[] = {
	{ "state", AISP_WORD, 0, AT(expectation, state), .words = &states },
	{ "why", AISP_TEXT, 0, AT(expectation, why) },
	{ "class", AISP_TEXT, 0, AT(expectation, class) },
	{ "match", AISP_WORD, 0, AT(expectation, match), .words = &matches },
	{ "metrics", AISP_INNER, 0, 0, &metrics_shape },
	{ "is_damaged", AISP_FLAG, 0, AT(expectation, is_damaged) },
	{ "expected", AISP_INNER, 0, AT(expectation, expected), &entry_shape },
	{ 0 }
};
const struct aisp_shape aisp_shape_expectation = {
	expectation, sizeof(struct aisp_run_expectation)
};

static const struct aisp_field score[] = {
	{ "name", AISP_TEXT, AISP_NEEDED, AT(score, name) },
	{ "better", AISP_WORD, AISP_NEEDED, AT(score, better), .words = &ways },
	{ "max_times", AISP_NUMBER, 0, AT(score, max_times) },
	{ "is_clocked", AISP_FLAG, 0, AT(score, is_clocked) },
	{ 0 }
};
SHAPE(score, aisp_run_score);

static const struct aisp_field result[] = {
	{ "target", AISP_TEXT, AISP_NEEDED, AT(result, target) },
	{ "directory", AISP_TEXT, AISP_CHECKED, AT(result, directory) },
	{ "workload", AISP_TEXT, AISP_NEEDED, AT(result, workload) },
	{ "title", AISP_TEXT, 0, AT(result, title) },
	{ "params", AISP_MAP, AISP_NEEDED, AT(result, params) },
	{ "distribution", AISP_TEXT, AISP_NEEDED, AT(result, distribution) },
	{ "tier", AISP_TEXT, 0, AT(result, tier) },
	{ "baseline", AISP_WHOLE, AISP_NEEDED, AT(result, index[AISP_BASELINE]) },
	{ "optimized", AISP_WHOLE, AISP_NEEDED, AT(result, index[AISP_OPTIMIZED]) },
	{ "library", AISP_WHOLE, AISP_CHECKED, AT(result, index[AISP_LIBRARY]) },
	{ "status", AISP_WORD, AISP_NEEDED, AT(result, status), .words = &statuses },
	{ "reason", AISP_TEXT, AISP_CHECKED, AT(result, reason) },
	{ "fault", AISP_WORD, 0, AT(result, fault), .words = &faults },
	{ "comparison", AISP_OPTION, AISP_CHECKED, AT(result, comparison),
	  &comparison_shape },
	{ "vs_library", AISP_OPTION, AISP_CHECKED, AT(result, vs_library),
	  &comparison_shape },
	{ "score", AISP_OPTION, 0, AT(result, score), &score_shape },
	{ "ledger", AISP_LIST, AISP_NEEDED, AT(result, ledger), &finding_shape },
	{ "expectation", AISP_OPTION, AISP_CHECKED, AT(result, expectation),
	  &aisp_shape_expectation },
	{ 0 }
};
SHAPE(result, aisp_run_result);

static const struct aisp_field plan[] = {
	{ "pairs", AISP_WHOLE, 0, AT(plan, pairs) },
	{ "min_time_s", AISP_NUMBER, 0, AT(plan, min_time_s) },
	{ "until_decided_s", AISP_NUMBER, 0, AT(plan, until_decided_s) },
	{ 0 }
};
SHAPE(plan, aisp_run_plan);

static const struct aisp_field resumed[] = {
	{ "started", AISP_TEXT, 0, AT(resumed, started) },
	{ "results", AISP_NUMBER, 0, AT(resumed, results) },
	{ "launches_dropped", AISP_NUMBER, 0, AT(resumed, launches_dropped) },
	{ 0 }
};
SHAPE(resumed, aisp_run_resumed);

static const struct aisp_field noise[] = {
	{ "floor", AISP_NUMBER, 0, AT(noise, floor) },
	{ "n_comparisons", AISP_NUMBER, 0, AT(noise, n_comparisons) },
	{ "grade", AISP_TEXT, 0, AT(noise, grade) },
	{ "measured", AISP_TEXT, 0, AT(noise, measured) },
	{ 0 }
};
SHAPE(noise, aisp_run_noise);

static const struct aisp_field journal[] = {
	{ "head", AISP_TEXT, 0, AT(info, journal_head) }, { 0 }
};
PART(journal);

static const struct aisp_field info[] = {
	{ "started", AISP_TEXT, 0, AT(info, started) },
	{ "ended", AISP_TEXT, 0, AT(info, ended) },
	{ "seed", AISP_TEXT, 0, AT(info, seed) },
	{ "grade", AISP_TEXT, 0, AT(info, grade) },
	{ "folder", AISP_TEXT, 0, AT(info, folder) },
	{ "journal", AISP_INNER, 0, 0, &journal_shape },
	{ "command", AISP_TEXTS, 0, AT(info, command) },
	{ "grade_why", AISP_TEXTS, 0, AT(info, grade_why) },
	{ "given_inputs", AISP_TEXTS, 0, AT(info, given_inputs) },
	{ "left_out", AISP_TEXTS, 0, AT(info, left_out) },
	{ "is_partial", AISP_FLAG, 0, AT(info, is_partial) },
	{ "is_cold_start", AISP_FLAG, 0, AT(info, is_cold_start) },
	{ "plan", AISP_INNER, 0, AT(info, plan), &plan_shape },
	{ "resumed", AISP_INNER, 0, AT(info, resumed), &resumed_shape },
	{ "noise", AISP_INNER, 0, AT(info, noise), &noise_shape },
	{ 0 }
};
PART(info);

static const struct aisp_field results[] = {
	{ "schema", AISP_WHOLE, AISP_NEEDED, offsetof(struct aisp_run, schema) },
	{ "run", AISP_INNER, AISP_NEEDED, offsetof(struct aisp_run, info),
	  &info_shape },
	{ "arms", AISP_LIST, AISP_NEEDED, offsetof(struct aisp_run, arms), &arm_shape },
	{ "results", AISP_LIST, AISP_NEEDED, offsetof(struct aisp_run, results),
	  &result_shape },
	{ 0 }
};
const struct aisp_shape aisp_shape_results = { results, sizeof(struct aisp_run) };
