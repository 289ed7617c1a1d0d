/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "alike.h"
#include "asks.h"
#include "audit_parts.h"
#include "base/text.h"
#include "choices.h"
#include "memory_fit.h"
#include "params_text.h"
#include "suite_parts.h"
#include "targets_build.h"
#include "user_inputs.h"

/* Time limits of a ring of the bell: at first, and once the baseline has answered, a
 * multiple of its time. */
#define LIMIT_SMALL_NS INT64_C(10000000000) /* of the small preset */
#define LIMIT_LEAST_NS INT64_C(3000000000)
#define LIMIT_MULTIPLE 50

static void say(const struct aisp_subject *s, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), "%s%s%s, %s inputs: %s", s->name,
		 s->params[0] ? " " : "", s->params,
		 aisp_dist_name((enum aisp_dist)s->harness->dist), what);
	if (s->audit->say)
		s->audit->say(s->audit->arg, text);
}

/* On data with structure, such as zeros, most wrong outputs may be right. */
static bool is_tried(const struct aisp_subject *s, int control)
{
	return s->harness->dist != AISP_DIST_STRUCTURED ||
	       control == AISP_CONTROL_ROUNDED;
}

/* What a control found. */
struct finding {
	enum aisp_control_result result;
	char why[256];
};

static int try_controls(struct aisp_subject *s, struct finding found[AISP_N_CONTROLS],
			struct aisp_err *err)
{
	enum aisp_dist dist = (enum aisp_dist)s->harness->dist;

	for (int k = 0; k < AISP_N_CONTROLS; k++) {
		uint64_t key = aisp_seed_key(&s->suite->seed, 0, (uint64_t)k, dist);

		if (is_tried(s, k) &&
		    aisp_control_run(&s->contract, dist, key, (enum aisp_control)k,
				     &found[k].result, found[k].why, &s->caught, err))
			return -1;
	}
	return 0;
}

/* Of a choice, one control that is accepted says nothing before all were tried. */
static int audit_controls(struct aisp_subject *s, struct aisp_err *err)
{
	struct finding found[AISP_N_CONTROLS];

	say(s, "outputs that are known to be right or wrong");
	if (try_controls(s, found, err))
		return -1;
	for (int k = 0; k < AISP_N_CONTROLS; k++) {
		if (!is_tried(s, k))
			continue;
		aisp_control_settle(&s->contract.problem, s->caught, &found[k].result,
				    found[k].why);
		aisp_audit_tell(s, aisp_control_name((enum aisp_control)k),
				found[k].result, found[k].why);
	}
	return 0;
}

/* Do inputs differ from call to call? */
static int audit_inputs(const struct aisp_subject *s, struct aisp_err *err)
{
	enum aisp_dist dist = (enum aisp_dist)s->harness->dist;
	uint64_t key = aisp_seed_key(&s->suite->seed, 0, AISP_N_CONTROLS, dist);
	struct aisp_alike alike;
	char why[256] = "none is the same in each call";

	if (dist == AISP_DIST_STRUCTURED)
		return 0; /* equal numbers may come twice */
	if (aisp_contract_alike(&s->contract, dist, key, &alike, err))
		return -1;
	if (alike.name)
		snprintf(why, sizeof(why),
			 "%.3g %% of '%.80s' is the same in each call%s: what follows "
			 "from it may be kept",
			 100 * alike.share, alike.name,
			 alike.is_zero ? ", zeros (if they are padding, let prepare() "
					 "fill it with other numbers)"
				       : "");
	aisp_audit_tell(s, "inputs of several calls",
			alike.name ? AISP_CONTROL_PARTIAL : AISP_CONTROL_OK, why);
	return 0;
}

static bool has_hung(const struct aisp_subject *s, const char *what)
{
	for (int i = 0; i < s->n_hung; i++)
		if (!strcmp(s->hung[i], what))
			return true;
	return false;
}

/* The next limits follow from what this launch took, or that it never ended. */
static void note_time(struct aisp_subject *s, const struct aisp_measured *m,
		      const char *what)
{
	if (m->status == AISP_LAUNCH_HUNG && s->n_hung < AISP_MAX_HUNG)
		s->hung[s->n_hung++] = what;
	if (m->status == AISP_LAUNCH_OK && what == s->target->baseline)
		s->limit_ns = LIMIT_LEAST_NS + (int64_t)(LIMIT_MULTIPLE * m->median_ns);
}

/* A source that does not compile is wrong; what this machine lacks is not.  Neither
 * depends on parameters or inputs. */
static void tell_missing(struct aisp_subject *s, const char *what, const char *why)
{
	if (!s->is_repeated)
		aisp_audit_tell(s, what,
				aisp_build_is_broken(why) ? AISP_CONTROL_WRONG
							  : AISP_CONTROL_NA,
				why);
}

/* Why the file that the contract serves may not run; NULL: it may. */
static const char *walls_refused(const struct aisp_subject *s, const char *file)
{
	const struct aisp_target *t = s->target;
	const struct aisp_walls w = {
		.meets = s->contract.meets,
		.is_library = s->is_library && strcmp(file, t->baseline) != 0,
		.is_ours = aisp_is_below(t->out, s->suite->paths->pairs),
	};

	return aisp_walls_refused(&w, &s->suite->tier);
}

/* A launch that ended badly is told as `aisp bench run` does: "crashed: SIGSEGV". */
static void tell_fault(const struct aisp_subject *s, const struct aisp_measured *m,
		       const char *what, const char *fault)
{
	bool is_ended = m->status != AISP_LAUNCH_OK;
	char why[700];

	snprintf(why, sizeof(why), "%s%s%s",
		 is_ended ? aisp_launch_status_name(m->status) : "",
		 is_ended ? ": " : "", fault);
	aisp_audit_tell(s, what, AISP_CONTROL_WRONG, why);
}

/* Launch an object once that was built from that file and must be right. */
static int audit_object(struct aisp_subject *s, const char *what, const char *file,
			const char *object, struct aisp_err *err)
{
	struct aisp_measured m = { 0 };
	struct aisp_finding found;
	struct aisp_err unreadable;
	const char *fault, *refused;
	int rc;

	if (aisp_contract_serve_in(&s->contract, s->target->dir, file, &unreadable)) {
		aisp_audit_tell(s, what, AISP_CONTROL_WRONG, unreadable.msg);
		return 0;
	}
	refused = walls_refused(s, file);
	if (refused) {
		aisp_audit_tell(s, what, AISP_CONTROL_NA, refused);
		return 0;
	}
	if (has_hung(s, what)) {
		aisp_audit_tell(s, what, AISP_CONTROL_NA,
				"it hung before: not tried again");
		return 0;
	}
	say(s, what);
	rc = aisp_audit_measure(s, &s->contract, object, 2, s->limit_ns, &m, err);
	fault = rc ? NULL : aisp_audit_fault(&m, &found);
	if (!rc)
		note_time(s, &m, what);
	if (!rc && what == file)
		aisp_audit_vote(s, &m, file == s->target->baseline);
	s->is_silent = !rc && m.status == AISP_LAUNCH_HUNG;
	s->has_declined = !rc && m.status == AISP_LAUNCH_UNSUPPORTED;
	s->is_wrong = fault && !s->has_declined;
	if (s->has_declined)
		aisp_audit_tell(s, what, AISP_CONTROL_NA, m.cause);
	else if (fault)
		tell_fault(s, &m, what, fault);
	else if (!rc)
		aisp_audit_tell(s, what, AISP_CONTROL_OK,
				"all elements compared are within bounds");
	aisp_measured_release(&m);
	return rc;
}

/* The baseline with other rounding, which the error model must accept. */
static int audit_rounding(struct aisp_subject *s, struct aisp_err *err)
{
	static const char *const ways[] = { "off", "fma", "reassoc" };
	static const char *const names[] = { "baseline without FMA",
					     "baseline with FMA",
					     "baseline re-associated" };

	for (int i = 0; i < 3 && aisp_device_kind(s->target->device)->is_rounded &&
			!s->target->baseline_why && !s->audit->is_of_variants;
	     i++) {
		const char *base = s->target->baseline_object;
		char object[4352];
		const struct aisp_builder b = aisp_suite_builder(s->suite);
		struct aisp_err why;

		snprintf(object, sizeof(object), "%.*s%s.so", (int)strlen(base) - 2,
			 base, ways[i]);
		if (aisp_target_build(&b, s->target, object, &why))
			aisp_audit_tell(s, names[i], AISP_CONTROL_WRONG, why.msg);
		else if (audit_object(s, names[i], s->target->baseline, object, err))
			return -1;
	}
	return 0;
}

static bool shares_workload(const struct aisp_target *a, const struct aisp_target *b)
{
	return !strcmp(a->dir, b->dir) && !strcmp(a->workload, b->workload) &&
	       a->device == b->device;
}

static int audit_variants(struct aisp_subject *s, const struct aisp_catalogue *c,
			  struct aisp_err *err)
{
	if (s->target->baseline_why)
		tell_missing(s, s->target->baseline, s->target->baseline_why);
	else if (audit_object(s, s->target->baseline, s->target->baseline,
			      s->target->baseline_object, err))
		return -1;
	for (int i = 0; i < c->n; i++) {
		const struct aisp_target *t = &c->targets[i];

		if (*s->suite->limits.is_stopped || !shares_workload(t, s->target))
			continue;
		s->is_library = t->is_library;
		if (t->optimized_why)
			tell_missing(s, t->optimized, t->optimized_why);
		else if (audit_object(s, t->optimized, t->optimized,
				      t->optimized_object, err) ||
			 aisp_audit_sizes(s, t, err))
			return -1;
	}
	return 0;
}

static int audit_dist(struct aisp_subject *s, const struct aisp_catalogue *c,
		      struct aisp_err *err)
{
	if (!s->audit->is_of_variants &&
	    (audit_controls(s, err) || audit_inputs(s, err)))
		return -1;
	if (s->no_device) {
		aisp_audit_tell(s, s->target->baseline, AISP_CONTROL_NA, s->no_device);
		return 0;
	}
	if (audit_rounding(s, err) || audit_variants(s, c, err))
		return -1;
	aisp_audit_doubt(s);
	return 0;
}

/* Audit with every distribution, or with the one that the user chose. */
static int audit_dists(struct aisp_subject *s, const struct aisp_catalogue *c,
		       struct aisp_err *err)
{
	int rc = 0;

	s->harness->where.may_sleep = aisp_device_kind(s->target->device)->is_host;
	aisp_placement_choose(&s->harness->where, &s->contract.problem);
	s->harness->where.end.is_stopped = s->suite->limits.is_stopped;
	if (s->harness->device->kind->driver) /* it sets bias.n_driver_threads */
		rc = aisp_bias_measure(s->harness, err);
	for (int d = 0; d < AISP_N_DISTS && !rc && !*s->suite->limits.is_stopped; d++) {
		if (s->suite->has_dist && d != (int)s->suite->dist)
			continue;
		s->harness->dist = d;
		rc = audit_dist(s, c, err);
		s->is_repeated = true;
	}
	aisp_placement_leave(&s->harness->where);
	return rc;
}

static int audit_workload(const struct aisp_suite *suite,
			  const struct aisp_audit *audit, struct aisp_harness *harness,
			  const struct aisp_catalogue *c, const struct aisp_target *t,
			  int combo, int n_combos, struct aisp_err *err)
{
	struct aisp_subject s = { .suite = suite,
				  .audit = audit,
				  .target = t,
				  .harness = harness,
				  .is_repeated = combo > 0,
				  .limit_ns = suite->preset == AISP_PRESET_SMALL
						      ? LIMIT_SMALL_NS
						      : AISP_AUDIT_LIMIT_NS };
	struct aisp_err no_device, no_memory;
	char suffix[32] = "";
	int rc;

	if (!aisp_device_kind(t->device)->is_host)
		snprintf(suffix, sizeof(suffix), "@%s", aisp_device_name(t->device));
	snprintf(s.name, sizeof(s.name), "%s:%s%s", t->chapter, t->workload, suffix);
	if (aisp_suite_contract(suite, t, combo, &s.contract, err))
		return -1;
	if (n_combos > 1)
		aisp_params_text(s.params, sizeof(s.params), &s.contract);
	if (aisp_harness_use(harness, t->device, s.contract.problem.ranks.n,
			     &no_device))
		s.no_device = no_device.msg;
	if (!aisp_device_kind(t->device)->is_host && aisp_needs_host(&s.contract))
		s.no_device = aisp_needs_host(&s.contract);
	rc = aisp_user_inputs_check(suite->user_inputs, suite->n_user_inputs,
				    &s.contract, err);
	if (!rc && aisp_memory_fits_trials(&s.contract, harness->device, &no_memory))
		aisp_audit_tell(&s, t->baseline, AISP_CONTROL_SKIPPED, no_memory.msg);
	else if (!rc)
		rc = audit_dists(&s, c, err);
	aisp_audit_tell_doubt(&s);
	aisp_contract_close(&s.contract);
	return rc;
}

/* Audit a workload at each combination of the suite's parameters. */
static int audit_sweep(const struct aisp_suite *suite, const struct aisp_audit *audit,
		       struct aisp_harness *harness, const struct aisp_catalogue *c,
		       const struct aisp_target *t, struct aisp_err *err)
{
	int n = aisp_suite_combos(suite, t, err), rc = n < 0 ? -1 : 0;

	for (int i = 0; i < n && !rc && !*suite->limits.is_stopped; i++)
		rc = audit_workload(suite, audit, harness, c, t, i, n, err);
	return rc;
}

int aisp_audit_run(const struct aisp_suite *s, const struct aisp_audit *audit,
		   struct aisp_err *err)
{
	struct aisp_harness harness = { .paths = s->paths,
					.seed = s->seed,
					.user_inputs = s->user_inputs,
					.n_user_inputs = s->n_user_inputs,
					.scratch_dir = s->scratch_dir,
					.where.is_untimed = true };
	struct aisp_catalogue c;
	int rc;

	if (aisp_suite_build(s, &c, err))
		return -1;
	rc = aisp_suite_count(s, &c, err) < 0 ? -1 : 0;
	for (int i = 0; i < c.n && !rc; i++) {
		bool is_first = true;

		for (int k = 0; k < i; k++)
			is_first &= !shares_workload(&c.targets[k], &c.targets[i]);
		if (is_first && !*s->limits.is_stopped)
			rc = audit_sweep(s, audit, &harness, &c, &c.targets[i], err);
	}
	aisp_harness_release(&harness);
	aisp_catalogue_release(&c);
	return rc;
}
