/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "across_group.h"
#include "asks.h"
#include "base/text.h"
#include "common_fault.h"
#include "decide/arms.h"
#include "decide/ledger.h"
#include "hostile.h"

#define SAMPLES      3 /* the hostile one lies among timed ones */
#define MORE_COMPARE 8 /* times as long, so that the same elements are compared */

bool aisp_is_faulty(const struct aisp_measured *m, const struct aisp_sampling *s)
{
	if (m->status != AISP_LAUNCH_OK)
		return false;
	return s->has_hostile ? m->evidence.hostile_wrong > 0 : m->wrong[0] != '\0';
}

/*
 * The same inputs, as they follow from the launch's number or pair, the sample's index
 * and the try.  Of hostile data there is one sample.
 */
static struct aisp_sampling same_inputs(const struct aisp_faulty *x)
{
	struct aisp_sampling s = *x->s;

	if (s.has_hostile) {
		s.n_warmup = 0;
		s.n_samples = s.n_samples < SAMPLES ? s.n_samples : SAMPLES;
	}
	s.verify_budget_ns *= MORE_COMPARE;
	s.has_energy = s.has_arrivals = false;
	s.rival = NULL;
	return s;
}

/* Returns 1 if the run was stopped instead. */
static int measure(struct aisp_harness *harness, const struct aisp_contract *c,
		   struct aisp_buffers *b, const char *object,
		   const struct aisp_faulty *x, bool *is_faulty, struct aisp_err *err)
{
	struct aisp_sampling s = same_inputs(x);
	struct aisp_measured m = { 0 };
	int rc = aisp_across_lead(harness, 0, x->number, c, &s, err);

	b->workload = c->workload;
	b->meets = c->meets;
	if (!rc)
		rc = aisp_measure(&m, harness, c, b, object, &s, x->number, err);
	*is_faulty = !rc && aisp_is_faulty(&m, &s);
	if (!rc && m.status == AISP_LAUNCH_STOPPED)
		rc = 1;
	aisp_measured_release(&m);
	return rc;
}

static int launch_baseline(const struct aisp_group *g, struct aisp_harness *harness,
			   const struct aisp_faulty *x, bool *is_faulty,
			   struct aisp_err *err)
{
	const struct aisp_arm *base = &g->arms[0];
	struct aisp_contract c = *x->c;
	struct aisp_buffers *b = x->b;
	int rc;

	if (aisp_contract_name(&c, base, err))
		return -1;
	if (b)
		aisp_buffers_give_workspace(b, c.problem.workspace_bytes);
	else
		b = aisp_buffers_new(&c.problem, c.param, x->s->calls_per_sample,
				     harness->scratch_dir, harness->device, err);
	if (!b)
		return -1;
	rc = measure(harness, &c, b, base->object, x, is_faulty, err);
	if (!x->b)
		aisp_buffers_free(b);
	return rc;
}

/* The command that tries all variants of the pair on such data at this size. */
static void write_command(const struct aisp_group *g, const struct aisp_contract *c,
			  enum aisp_dist dist, char *text, size_t size)
{
	const char *pattern = NULL;
	char word[512];
	size_t n;

	for (int i = 1; i < g->n_arms && !pattern; i++)
		pattern = g->arms[i].pattern;
	pattern = pattern ? pattern : "PATTERN";
	n = (size_t)snprintf(text, size, "aisp bench verify --variants --dist %s",
			     aisp_dist_name(dist));
	for (int i = 0; i < c->workload->n_params && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, " --param %.40s=%" PRId64,
				      c->workload->params[i].name, c->param[i]);
	if (n < size)
		n += (size_t)snprintf(text + n, size - n, " -t %s",
				      aisp_shell_word(pattern, word, sizeof(word)));
	if (n >= size) /* half a command would be another one */
		snprintf(text, size, "aisp bench verify --variants");
}

static void describe(const struct aisp_group *g, const struct aisp_harness *harness,
		     const struct aisp_faulty *x, struct aisp_arm *a)
{
	enum aisp_dist dist = (enum aisp_dist)harness->dist;
	char command[220];

	if (x->s->has_hostile && !harness->n_user_inputs)
		dist = aisp_hostile_dist(x->s, dist);
	write_command(g, x->c, dist, command, sizeof(command));
	snprintf(
		a->contract, sizeof(a->contract),
		"%.180s; the baseline%s is wrong there: it or the output's bound is at "
		"fault (include/aisp/workload.h); more such data: `%s`",
		x->fault, a == g->arms ? "" : ", too,", command);
}

/* A baseline that is wrong on the run's own data says nothing of other data. */
static bool is_wrong_anyway(const struct aisp_arm *base)
{
	bool is_wrong = false;

	for (int i = 0; i < base->n_launches; i++)
		is_wrong |= base->launches[i].wrong[0] != '\0';
	return is_wrong;
}

/* Whoever leaves out the check asks for no judgement of such data. */
static bool is_judged(const struct aisp_group *g)
{
	return !g->limits ||
	       !aisp_is_left_out(g->limits,
				 aisp_check_of("compile.symbolic_shape_exploit"));
}

int aisp_common_fault_ask(const struct aisp_group *g, struct aisp_arm *a,
			  struct aisp_harness *harness, const struct aisp_faulty *x,
			  struct aisp_err *err)
{
	bool is_common = a == g->arms;
	int rc = 0;

	if (!is_judged(g) || is_wrong_anyway(g->arms))
		return 0;
	if (!is_common)
		rc = launch_baseline(g, harness, x, &is_common, err);
	if (rc || !is_common)
		return rc;
	describe(g, harness, x, a);
	return 1;
}

void aisp_common_fault_end(struct aisp_group *g)
{
	for (int i = 0; i < g->n_arms; i++)
		if (g->arms[i].contract[0]) {
			aisp_group_fail(g, g->arms[i].contract);
			return;
		}
}
