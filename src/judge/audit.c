/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "audit.h"
#include "given.h"
#include "targets_build.h"

#define VERIFY_NS INT64_C(2000000000)
/* Of a ring of the bell: at first, when nothing is known, and where the baseline has
 * answered, a multiple of what it took. */
#define LIMIT_SMALL_NS INT64_C(10000000000) /* of the small preset */
#define LIMIT_NS       INT64_C(60000000000)
#define LIMIT_LEAST_NS INT64_C(3000000000)
#define LIMIT_MULTIPLE 50
#define MAX_HUNG       64

/* The workload under audit. */
struct subject {
	const struct aisp_suite *suite;
	const struct aisp_audit *audit;
	const struct aisp_target *target;
	struct aisp_contract contract;
	struct aisp_bench *bench;
	const char *no_device; /* why variants cannot run; NULL if they can */
	struct aisp_buffers *buffers;
	char name[256];
	int64_t limit_ns;           /* of a ring of the bell */
	const char *hung[MAX_HUNG]; /* what is not tried again */
	int n_hung;
};

static void tell(const struct subject *s, const char *what,
		 enum aisp_control_result result, const char *why)
{
	const struct aisp_audit_row row = {
		s->name, aisp_dist_name((enum aisp_dist)s->bench->dist), what, result,
		why
	};

	s->audit->row(s->audit->arg, &row);
}

static void say(const struct subject *s, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), "%s, %s inputs: %s", s->name,
		 aisp_dist_name((enum aisp_dist)s->bench->dist), what);
	if (s->audit->say)
		s->audit->say(s->audit->arg, text);
}

static int audit_controls(struct subject *s, struct aisp_err *err)
{
	say(s, "outputs that are known to be right or wrong");
	for (int k = 0; k < AISP_N_CONTROLS; k++) {
		uint64_t key = aisp_seed_key(&s->suite->seed, 0, (uint64_t)k,
					     (uint64_t)s->bench->dist);
		enum aisp_control_result result;
		char why[256];

		if (aisp_control_run(&s->contract, (enum aisp_dist)s->bench->dist, key,
				     (enum aisp_control)k, &result, why, err))
			return -1;
		tell(s, aisp_control_name((enum aisp_control)k), result, why);
	}
	return 0;
}

/* What is wrong with a launch, or NULL: its end, its values, any other check. */
static const char *find_fault(const struct aisp_measured *m, struct aisp_finding *f)
{
	if (m->status != AISP_LAUNCH_OK)
		return m->cause;
	if (m->wrong[0])
		return m->wrong;
	for (int i = 0; aisp_checks[i]; i++)
		if (!aisp_checks[i]->is_majority &&
		    aisp_check_run(aisp_checks[i], &m->evidence, f) ==
			    AISP_VERDICT_FAIL)
			return f->why;
	return NULL;
}

static bool has_hung(const struct subject *s, const char *what)
{
	for (int i = 0; i < s->n_hung; i++)
		if (!strcmp(s->hung[i], what))
			return true;
	return false;
}

/* The next limits follow from what this launch took, or that it never ended. */
static void note_time(struct subject *s, const struct aisp_measured *m,
		      const char *what)
{
	if (m->status == AISP_LAUNCH_HUNG && s->n_hung < MAX_HUNG)
		s->hung[s->n_hung++] = what;
	if (m->status == AISP_LAUNCH_OK && what == s->target->baseline)
		s->limit_ns = LIMIT_LEAST_NS + (int64_t)(LIMIT_MULTIPLE * m->median_ns);
}

/* A source that does not compile is wrong; what this machine lacks is not. */
static void tell_missing(struct subject *s, const char *what, const char *why)
{
	tell(s, what, aisp_build_is_broken(why) ? AISP_CONTROL_WRONG : AISP_CONTROL_NA,
	     why);
}

/* One launch of an object that must be right. */
static int audit_object(struct subject *s, const char *what, const char *object,
			struct aisp_err *err)
{
	const struct aisp_sampling once = { .calls_per_sample = 1,
					    .n_samples = 2,
					    .verify_budget_ns = VERIFY_NS,
					    .limit_ns = s->limit_ns };
	struct aisp_finding found;
	struct aisp_measured m;
	const char *fault;
	int rc;

	if (has_hung(s, what)) {
		tell(s, what, AISP_CONTROL_NA, "it hung before: not tried again");
		return 0;
	}
	say(s, what);
	rc = aisp_measure(&m, s->bench, &s->contract, s->buffers, object, &once,
			  s->bench->n_launches++, err);
	fault = rc ? NULL : find_fault(&m, &found);
	if (!rc)
		note_time(s, &m, what);
	if (!rc && m.status == AISP_LAUNCH_UNSUPPORTED)
		tell(s, what, AISP_CONTROL_NA, m.cause);
	else if (fault)
		tell(s, what, AISP_CONTROL_WRONG, fault);
	else if (!rc)
		tell(s, what, AISP_CONTROL_OK,
		     "all elements compared are within bounds");
	aisp_measured_release(&m);
	return rc;
}

/* The baseline with other rounding: the error model must not mind. */
static int audit_rounding(struct subject *s, struct aisp_err *err)
{
	static const char *const ways[] = { "off", "fma", "reassoc" };
	static const char *const names[] = { "baseline without FMA",
					     "baseline with FMA",
					     "baseline re-associated" };

	for (int i = 0;
	     i < 3 && s->target->device == AISP_DEVICE_CPU && !s->target->baseline_why;
	     i++) {
		const char *base = s->target->baseline_object;
		char object[4352];
		const struct aisp_builder b = aisp_suite_builder(s->suite);
		struct aisp_err why;

		snprintf(object, sizeof(object), "%.*s%s.so", (int)strlen(base) - 2,
			 base, ways[i]);
		if (aisp_target_build(&b, s->target, object, &why))
			tell(s, names[i], AISP_CONTROL_WRONG, why.msg);
		else if (audit_object(s, names[i], object, err))
			return -1;
	}
	return 0;
}

static bool shares_workload(const struct aisp_target *a, const struct aisp_target *b)
{
	return !strcmp(a->dir, b->dir) && !strcmp(a->workload, b->workload) &&
	       a->device == b->device;
}

static int audit_variants(struct subject *s, const struct aisp_catalogue *c,
			  struct aisp_err *err)
{
	if (s->target->baseline_why)
		tell_missing(s, s->target->baseline, s->target->baseline_why);
	else if (audit_object(s, s->target->baseline, s->target->baseline_object, err))
		return -1;
	for (int i = 0; i < c->n; i++) {
		const struct aisp_target *t = &c->targets[i];

		if (!shares_workload(t, s->target))
			continue;
		if (t->optimized_why)
			tell_missing(s, t->optimized, t->optimized_why);
		else if (audit_object(s, t->optimized, t->optimized_object, err))
			return -1;
	}
	return 0;
}

static int audit_dist(struct subject *s, const struct aisp_catalogue *c,
		      struct aisp_err *err)
{
	if (audit_controls(s, err))
		return -1;
	if (s->no_device) {
		tell(s, s->target->baseline, AISP_CONTROL_NA, s->no_device);
		return 0;
	}
	return audit_rounding(s, err) || audit_variants(s, c, err) ? -1 : 0;
}

/* Every distribution; s but for the buffers is set. */
static int audit_dists(struct subject *s, const struct aisp_catalogue *c,
		       struct aisp_err *err)
{
	int rc = 0;

	s->buffers = aisp_buffers_new(&s->contract.problem, s->contract.param, 1,
				      s->suite->scratch_dir, s->bench->on, err);
	if (!s->buffers)
		return -1;
	aisp_placement_choose(&s->bench->where, s->contract.problem.n_threads);
	if (s->bench->on) /* for the number of its driver's threads */
		rc = aisp_bias_measure(s->bench, err);
	for (int d = 0; d < AISP_N_DISTS && !rc && !*s->suite->limits.is_stopped; d++) {
		s->bench->dist = d;
		rc = audit_dist(s, c, err);
	}
	aisp_placement_leave(&s->bench->where);
	aisp_buffers_free(s->buffers);
	return rc;
}

static int audit_workload(const struct aisp_suite *suite,
			  const struct aisp_audit *audit, struct aisp_bench *bench,
			  const struct aisp_catalogue *c, const struct aisp_target *t,
			  struct aisp_err *err)
{
	struct subject s = { .suite = suite,
			     .audit = audit,
			     .target = t,
			     .bench = bench,
			     .limit_ns = suite->preset == AISP_PRESET_SMALL
						 ? LIMIT_SMALL_NS
						 : LIMIT_NS };
	struct aisp_err no_device;
	int rc;

	if (aisp_bench_use(bench, t->device, &no_device))
		s.no_device = no_device.msg;
	snprintf(s.name, sizeof(s.name), "%s:%s%s", t->chapter, t->workload,
		 t->device == AISP_DEVICE_CPU ? "" : "@cuda");
	if (aisp_suite_contract(suite, t, 0, &s.contract, err))
		return -1;
	rc = aisp_given_check(suite->given, suite->n_given, &s.contract, err);
	if (!rc)
		rc = audit_dists(&s, c, err);
	aisp_contract_close(&s.contract);
	return rc;
}

int aisp_audit_run(const struct aisp_suite *s, const struct aisp_audit *audit,
		   struct aisp_err *err)
{
	struct aisp_bench bench = { .paths = s->paths,
				    .seed = s->seed,
				    .given = s->given,
				    .n_given = s->n_given,
				    .scratch_dir = s->scratch_dir };
	struct aisp_catalogue c;
	int rc = 0;

	if (aisp_suite_build(s, &c, err))
		return -1;
	if (aisp_suite_count(s, &c, err) < 0)
		rc = -1;
	for (int i = 0; i < c.n && !rc; i++) {
		bool is_first = true;

		for (int k = 0; k < i; k++)
			is_first &= !shares_workload(&c.targets[k], &c.targets[i]);
		if (is_first && !*s->limits.is_stopped)
			rc = audit_workload(s, audit, &bench, &c, &c.targets[i], err);
	}
	aisp_bench_release(&bench);
	aisp_catalogue_release(&c);
	return rc;
}
