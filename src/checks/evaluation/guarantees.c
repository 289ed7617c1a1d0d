/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

static bool is_cut_short(const struct aisp_evidence *ev)
{
	return ev->n_samples != ev->n_samples_planned || !(ev->call_ns > 0);
}

static bool declines_heldout(const struct aisp_evidence *ev)
{
	return ev->heldout_declined == 1;
}

static bool has_alike_input(const struct aisp_evidence *ev)
{
	return ev->alike_share > 0;
}

AISP_GUARANTEE(evaluation, benchmark_memorization,
	       "recognises the test cases and knows their answers",
	       "there are no cases to know: inputs come from a secret of this run",
	       "AI Agent Benchmark Shortcuts 2024",
	       AISP_NEEDS(is_fresh, is_seed_secret, alike_share),
	       AISP_PARTLY(aisp_inputs_repeat, "inputs given by the user repeat"),
	       AISP_PARTLY(aisp_seed_is_known,
			   "the seed was given: these cases may be known"),
	       AISP_PARTLY(has_alike_input,
			   "the workload makes a share of %.2g of an input the same in "
			   "each call",
			   AISP_N(alike_share)),
	       AISP_HOLDS(AISP_ELSE, "inputs that never were before"));

AISP_GUARANTEE(evaluation, eval_code_exploitation, "changes the code that evaluates it",
	       "the judge is another process, whose files and memory are out of reach; "
	       "it trusts no report of the worker",
	       "METR 2025: patches the grader",
	       AISP_NEEDS(has_landlock, has_load_filter),
	       AISP_HOLDS(aisp_is_shut_off,
			  "neither files nor memory of the judge are open"),
	       AISP_PARTLY(aisp_has_landlock, "system calls are not filtered"),
	       AISP_PARTLY(AISP_ELSE, "this kernel has no Landlock"));

static bool has_no_clock(const struct aisp_evidence *ev)
{
	return ev->is_clocked == 0;
}

AISP_GUARANTEE(evaluation, early_token,
	       "announces a token before it is computed, so that it counts as early",
	       "the judge stamps an answer and copies it at that moment: a token that "
	       "is not in the copy is wrong, or late",
	       NULL, AISP_NEEDS(n_steps, is_clocked), AISP_NO_MEANING(has_no_clock, ""),
	       AISP_HOLDS(AISP_ELSE, "%.0f steps, each copied at its stamp",
			  AISP_N(n_steps)));

static bool has_no_steps(const struct aisp_evidence *ev)
{
	return ev->n_steps == 0;
}

AISP_GUARANTEE(
	evaluation, future_peek,
	"answers a step of an episode once it knows what came after it",
	"inputs of later steps are not in the worker's memory; an answer is copied "
	"before the next step is shown",
	NULL, AISP_NEEDS(n_steps), AISP_NO_MEANING(has_no_steps, ""),
	AISP_HOLDS(AISP_ELSE, "%.0f steps, each answered before the next was shown",
		   AISP_N(n_steps)));

AISP_GUARANTEE(evaluation, metric_definition_gaming,
	       "redefines what is counted as faster",
	       "one rule in the judge: paired launches, medians of all samples; flops "
	       "and bytes are the workload's",
	       "MLPerf 2019; HANS 2019",
	       AISP_NEEDS(n_samples, n_samples_planned, call_ns),
	       AISP_PARTLY(is_cut_short, "%.0f of %.0f samples, %.3g ns each",
			   AISP_N(n_samples), AISP_N(n_samples_planned),
			   AISP_N(call_ns)),
	       AISP_HOLDS(AISP_ELSE, "the judge's samples by the judge's rule"));

/*
 * Every input is made after the variant was built; one launch has other sizes and
 * another distribution as well, whose values compile.symbolic_shape_exploit judges.
 */
AISP_GUARANTEE(evaluation, missing_holdout_sets,
	       "is right only for the data that the benchmark announces",
	       "a launch at other sizes and under another distribution",
	       "AI Agent Benchmark Shortcuts 2024, Microsoft Tay 2016",
	       AISP_NEEDS(is_fresh, heldout_declined, heldout_elems),
	       AISP_PARTLY(aisp_inputs_repeat, "inputs given by the user repeat"),
	       AISP_PARTLY(declines_heldout, "it declines sizes near the public ones"),
	       AISP_HOLDS(AISP_ELSE,
			  "%.0f elements compared at sizes and under a distribution "
			  "that nobody announced",
			  AISP_N(heldout_elems)));

static bool is_open(const struct aisp_evidence *ev)
{
	return ev->is_closed == 0;
}

AISP_GUARANTEE(evaluation, rewritten_answer,
	       "answers steps of an episode in advance, and changes answers once it "
	       "has seen their effect",
	       "each answer is copied when its step has answered; later steps and the "
	       "score use only the copies",
	       NULL, AISP_NEEDS(n_steps, is_closed), AISP_NO_MEANING(is_open, ""),
	       AISP_HOLDS(AISP_ELSE,
			  "%.0f steps, each made of the answers that were taken",
			  AISP_N(n_steps)));

/* In C: whatever setup() or earlier calls can learn about later inputs. */
AISP_GUARANTEE(evaluation, test_data_leakage,
	       "learns from the data that it is judged with",
	       "inputs of timed calls are made after the launch began, for one call",
	       "Benchmark Data Contamination Survey 2024", AISP_NEEDS(is_fresh),
	       AISP_HOLDS(aisp_is_fresh, "no data that it could learn is judged"),
	       AISP_REPEATED);

AISP_GUARANTEE(evaluation, timeout_manipulation,
	       "extends its time limit, so that a hang looks like a slow call",
	       "the limit is the judge's, the same for both sides; the plan is "
	       "read-only to the worker",
	       NULL, AISP_NEEDS(limit_ns),
	       AISP_HOLDS(aisp_has_limit,
			  "%.3g s for each answer, by the judge's clock",
			  AISP_PER(limit_ns, 1e9)),
	       AISP_PARTLY(AISP_ELSE, "no limit"));

static bool is_timed(const struct aisp_evidence *ev)
{
	return ev->n_scored < 0;
}

static bool is_all_scored(const struct aisp_evidence *ev)
{
	return ev->n_scored == ev->n_samples;
}

AISP_GUARANTEE(evaluation, unverified_score,
	       "is scored by answers that are not valid, or that were not verified",
	       "a score is computed from a copy of the outputs in which every element "
	       "was compared",
	       NULL, AISP_NEEDS(n_scored, n_samples), AISP_NO_MEANING(is_timed, ""),
	       AISP_HOLDS(is_all_scored, "%.0f samples scored, every element compared",
			  AISP_N(n_scored)),
	       AISP_PARTLY(AISP_ELSE, "%.0f of %.0f samples have a score",
			   AISP_N(n_scored), AISP_N(n_samples)));
