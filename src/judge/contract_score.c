/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract_score.h"
#include "stamps.h"

#define LIMIT_S  300  /* CPU time of one call */
#define NEXT_S   10   /* likewise, of one step */
#define ROUNDING 1e-9 /* allowed to a score that reaches its bound */

int aisp_score_n_figures(const struct aisp_score *s)
{
	int n = 0;

	while (s && n < AISP_MAX_FIGURES && s->figures[n])
		n++;
	return n;
}

struct call {
	const struct aisp_score *score;
	const struct aisp_io *io;
	struct aisp_scored *result;
};

static void compute(void *arg)
{
	const struct call *call = arg;

	call->result->value = call->score->compute(call->io, call->result->figures);
}

static void bound(void *arg)
{
	const struct call *call = arg;

	call->result->bound = call->score->bound(call->io);
}

static bool is_figure(double x)
{
	return isfinite(x) && x > 0;
}

/* If a score is better than its bound, one of the two is wrong. */
static bool beats_bound(const struct aisp_score *s, const struct aisp_scored *r)
{
	double share = s->more_is_better ? r->value / r->bound : r->bound / r->value;

	return share > 1 + ROUNDING; /* false if there is no bound (NaN) */
}

static void blame(const struct aisp_contract *c, const struct aisp_scored *r)
{
	struct aisp_contract_fault *fault = c->fault;
	const struct aisp_score *s = c->workload->score;

	if (!fault || fault->why[0])
		return;
	if (!is_figure(r->value))
		snprintf(fault->why, sizeof(fault->why),
			 "%s: score: %g is no score: it must be finite and above 0",
			 fault->source, r->value);
	else if (beats_bound(s, r))
		snprintf(fault->why, sizeof(fault->why),
			 "%s: score: %.9g is better than bound(), %.9g: one of them is "
			 "wrong",
			 fault->source, r->value, r->bound);
}

/* The arguments of next() for a step; the first step's data are from prepare(). */
struct step {
	const struct aisp_workload *workload;
	const struct aisp_io *io;
	int64_t step;
};

static void call_next(void *arg)
{
	const struct step *s = arg;

	s->workload->next(s->io, s->step);
}

void aisp_contract_next(const struct aisp_contract *c, const struct aisp_io *io,
			int64_t step)
{
	struct step s = { c->workload, io, step };

	aisp_stamp_begin(c, io, step);
	if (c->workload->next && step)
		aisp_contract_call(c, call_next, &s, "next()", NEXT_S);
}

void aisp_contract_score(const struct aisp_contract *c, const struct aisp_io *io,
			 struct aisp_scored *s)
{
	const struct aisp_score *score = c->workload->score;
	struct call call = { score, io, s };

	*s = (struct aisp_scored){ .value = NAN, .bound = NAN };
	if (aisp_contract_call(c, compute, &call, "score compute()", LIMIT_S) ||
	    (score->bound &&
	     aisp_contract_call(c, bound, &call, "score bound()", LIMIT_S))) {
		s->value = NAN;
		return;
	}
	blame(c, s);
	if (!is_figure(s->value) || beats_bound(score, s))
		s->value = NAN;
}

double aisp_contract_score_delayed(const struct aisp_contract *c,
				   const struct aisp_io *io, const double *stood_ns)
{
	struct aisp_scored s = { .value = NAN };
	struct call call = { c->workload->score, io, &s };
	size_t bytes = 2 * (size_t)c->problem.n_steps * sizeof(int64_t);
	int64_t *stamps = aisp_stamps_first(c, io), *kept = malloc(bytes);

	if (!kept || !stamps) {
		free(kept);
		return NAN;
	}
	memcpy(kept, stamps, bytes);
	aisp_stamps_delay(c, io, stood_ns);
	if (aisp_contract_call(c, compute, &call, "score compute()", LIMIT_S) ||
	    !is_figure(s.value))
		s.value = NAN;
	memcpy(stamps, kept, bytes);
	free(kept);
	return s.value;
}
