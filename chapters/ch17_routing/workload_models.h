/* SPDX-License-Identifier: MIT
 *
 * Which model answers a request: three of them, each larger one dearer and more often
 * right, or the answer that the same question got before.  A model that ran says how
 * sure it is of its answer; an inexact hint of how hard a question is comes free.
 * Judged by cost: the weights of the models that ran, in 10^9, and the cost of wrong
 * answers.
 */
#include "requests.h"
#include <stdbool.h>

enum { REQUESTS, QUESTIONS, SKEW, WRONG };
enum { ASKED, HARD, NOISE, VIEW, AT };
enum { COMMAND, SEEN };

/* A policy sees the request's question, how hard it may be, whether it was answered
 * before, the model that ran last for this request, and how sure that is. */
enum { QUESTION, HINT, IS_KNOWN, RAN, SURE, N_VIEW };

/* Commands: run a model; take the answer of the model that ran last, or the known one.
 */
enum { SMALL, MEDIUM, LARGE, TAKE, REUSE, N_COMMANDS };

#define N_MODELS TAKE
#define NONE     (-1)
#define STEPS    4 /* of a request, at most, in the mean */
#define OF_ALL   1000
#define N_NOISY  (N_MODELS + 1) /* of a question: of each model, of the hint */

static const double cost_of[N_MODELS] = { 1, 8, 70 };
static const int32_t power_of[N_MODELS] = { 550, 800, 970 }; /* right if less hard */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	struct aisp_spec view = { "view", AISP_I32, 1, { N_VIEW } };

	add_trace(pr, "asked", p[REQUESTS]);
	add_trace(pr, "hard", p[QUESTIONS]);
	add_trace(pr, "noise", p[QUESTIONS] * N_NOISY);
	add_state(pr, view);
	aisp_add_steps(pr, STEPS * p[REQUESTS]);
	add_answer(pr, "command", AISP_I32);
	add_answer(pr, "seen", AISP_I64);
	pr->workspace_bytes = 64;
	pr->bytes = 12.0 * STEPS * (double)p[REQUESTS];
	pr->bound_by = "what comes next";
	if (p[REQUESTS] < 1 || p[QUESTIONS] < 1 || p[SKEW] < 0 || p[WRONG] < 1)
		pr->invalid = "at least a request and a question; a wrong answer costs";
}

#include "models_judge.h"

static const struct aisp_score score = {
	.name = "10^9 weights for a request",
	.figures = { "wrong answers, of all", "answers from before, of all",
		     "requests for which the largest ran, of all" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "models of three sizes, and cached answers",
	.n_params = 4,
	.params = { { "requests", 61, 1024, 4096, "requests of an episode" },
		    { "questions", 40, 1000, 4000, "that differ" },
		    { "skew", 90, 90, 90, "of their popularity, Zipf's exponent in %" },
		    { "wrong", 150, 150, 150,
		      "what a wrong answer costs, in 10^9 weights" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
