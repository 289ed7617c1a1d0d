/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <aisp/check.h>
#include <aisp/workload.h>

static const struct {
	const char *name, *unit, *meaning;
} facts[] = {
#define FACT(name, unit, meaning) { #name, unit, meaning },
#include <aisp/facts.h>
#undef FACT
};

/* The struct begins with these doubles, in this order. */
static double *field(struct aisp_evidence *ev, enum aisp_fact fact)
{
	return (double *)ev + fact;
}

void aisp_evidence_init(struct aisp_evidence *ev)
{
	for (int i = 0; i < AISP_N_FACTS; i++)
		*field(ev, (enum aisp_fact)i) = NAN;
	ev->undeclared[0] = '\0';
	ev->beside[0] = '\0';
	ev->broken[0] = '\0';
}

double aisp_evidence_get(const struct aisp_evidence *ev, enum aisp_fact fact)
{
	return *((const double *)ev + fact);
}

void aisp_evidence_put(struct aisp_evidence *ev, enum aisp_fact fact, double value)
{
	*field(ev, fact) = value;
}

const char *aisp_fact_name(enum aisp_fact fact)
{
	return facts[fact].name;
}

const char *aisp_fact_unit(enum aisp_fact fact)
{
	return facts[fact].unit;
}

const char *aisp_fact_meaning(enum aisp_fact fact)
{
	return facts[fact].meaning;
}

const char *aisp_verdict_name(enum aisp_verdict v)
{
	static const char *const names[] = { "UNKNOWN",   "PASS",     "FAIL", "PARTIAL",
					     "PREVENTED", "ATTESTED", "N/A" };

	return names[v];
}

const char *aisp_control_name(enum aisp_control c)
{
	static const char *const names[AISP_N_CONTROLS] = {
		[AISP_CONTROL_ROUNDED] = "rounded reference",
		[AISP_CONTROL_ZEROS] = "zeros",
		[AISP_CONTROL_CONSTANT] = "constant",
		[AISP_CONTROL_INPUT] = "copy of an input",
		[AISP_CONTROL_PREVIOUS] = "previous output",
		[AISP_CONTROL_PRECISION] = "next-lower precision",
		[AISP_CONTROL_TAIL] = "truncated tail",
		[AISP_CONTROL_ONE] = "one element off",
		[AISP_CONTROL_LEFT] = "no update",
		[AISP_CONTROL_TWICE] = "update applied twice",
		[AISP_CONTROL_TERMS] = "a sixth of the terms missing",
		[AISP_CONTROL_SMALLER] = "the smaller terms of an input missing",
		[AISP_CONTROL_ESTIMATE] = "an estimate from half the terms of an input",
	};

	return names[c];
}

static double value_of(const struct aisp_clause *c, int i,
		       const struct aisp_evidence *ev)
{
	double of = c->values[i].is_of_call ? ev->call_ns : c->values[i].unit;

	return aisp_evidence_get(ev, c->values[i].fact) / of;
}

/* Takes the values that the sentence names; others stay unread. */
static enum aisp_verdict say(const struct aisp_clause *c,
			     const struct aisp_evidence *ev, struct aisp_finding *f)
{
	snprintf(f->why, sizeof(f->why), c->says, value_of(c, 0, ev),
		 value_of(c, 1, ev), value_of(c, 2, ev));
	return c->verdict;
}

static enum aisp_verdict judge_guarantee(const struct aisp_check *g,
					 const struct aisp_evidence *ev,
					 struct aisp_finding *f)
{
	const struct aisp_clause *c = g->clauses;

	while (c->applies && !c->applies(ev))
		c++;
	return say(c, ev, f);
}

enum aisp_verdict aisp_check_run(const struct aisp_check *c,
				 const struct aisp_evidence *ev, struct aisp_finding *f)
{
	f->why[0] = '\0';
	for (int i = 0; i < c->n_needs; i++)
		if (isnan(aisp_evidence_get(ev, c->needs[i])))
			return aisp_find(f, AISP_VERDICT_UNKNOWN, "%s was not observed",
					 aisp_fact_name(c->needs[i]));
	if (c->is_of_gpu && !aisp_is_on_gpu(ev))
		return AISP_VERDICT_NA;
	return aisp_is_rule(c) ? c->judge(ev, f) : judge_guarantee(c, ev, f);
}

enum aisp_verdict aisp_find(struct aisp_finding *f, enum aisp_verdict v,
			    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->why, sizeof(f->why), fmt, ap);
	va_end(ap);
	return v;
}

enum aisp_verdict aisp_judge_ignored(const struct aisp_evidence *ev,
				     struct aisp_finding *f, int part, const char *what)
{
	if (!aisp_has_part(ev, part))
		return aisp_find(f, AISP_VERDICT_NA, "the workload has no %s", what);
	if (ev->n_wrong > 0 && ev->ignored == part)
		return aisp_find(
			f, AISP_VERDICT_FAIL,
			"%.0f of all %.0f elements compared in the launch are out of "
			"bounds, and other values of the %s change none",
			ev->n_wrong, ev->n_elems, what);
	return AISP_VERDICT_PASS;
}
