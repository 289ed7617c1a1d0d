/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/hash.h"
#include "base/regular.h"
#include "base/stats.h"
#include "catalogue.h"
#include "decide/ledger.h"
#include "decide/median_fact.h"
#include "decide/sol.h"
#include "device/device.h"
#include "record.h"
#include "record_gpu.h"
#include "record_score.h"
#include "run/word.h"

static json_t *text_or_null(const char *s)
{
	return s && s[0] ? json_string(s) : json_null();
}

static json_t *numbers(const double *x, int n)
{
	json_t *a = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(a, aisp_number_json(x[i]));
	return a;
}

/* For each sample: which rank answered last, and how long after the one before. */
static json_t *lasts(const struct aisp_measured *m)
{
	json_t *a = json_array();

	for (int i = 0; i < m->n_samples; i++)
		json_array_append_new(
			a, json_pack("{si so}", "rank", m->lasts[i].rank, "behind_ns",
				     aisp_number_json(m->lasts[i].behind_ns)));
	return a;
}

static json_t *devices(const struct aisp_measured *m)
{
	json_t *a = json_array();

	for (int rank = 0; rank < m->n_devices; rank++)
		json_array_append_new(a, json_integer(m->devices[rank]));
	return a;
}

int aisp_record_init(struct aisp_record *r, struct aisp_err *err)
{
	r->arms = json_array();
	r->results = json_array();
	if (!r->arms || !r->results)
		return aisp_err_set(err, "out of memory");
	return 0;
}

void aisp_record_release(struct aisp_record *r)
{
	json_decref(r->arms);
	json_decref(r->results);
	r->arms = r->results = NULL;
}

static json_t *evidence_json(const struct aisp_evidence *e)
{
	json_t *o = json_object();

	for (int i = 0; i < AISP_N_FACTS; i++)
		json_object_set_new(
			o, aisp_fact_name((enum aisp_fact)i),
			aisp_number_json(aisp_evidence_get(e, (enum aisp_fact)i)));
	json_object_set_new(o, "undeclared", text_or_null(e->undeclared));
	json_object_set_new(o, "beside", text_or_null(e->beside));
	json_object_set_new(o, "broken", text_or_null(e->broken));
	return o;
}

json_t *aisp_record_launch(const struct aisp_measured *m)
{
	json_t *o = json_pack(
		"{si si ss so so si sI sI sI sI sI so so so so}", "block", m->block,
		"position", m->position, "status",
		m->wrong[0] ? "rejected" : aisp_launch_status_name(m->status), "cause",
		text_or_null(m->cause), "wrong",
		text_or_null(m->wrong[0] ? m->wrong : m->apart), "calls_per_sample",
		m->calls_per_sample, "start_ns", (json_int_t)m->start_ns, "spawn_ns",
		(json_int_t)m->spawn_ns, "wall_ns", (json_int_t)m->wall_ns, "refill_ns",
		(json_int_t)m->refill_ns, "verify_ns", (json_int_t)m->verify_ns,
		"warmup_ns", numbers(m->warmup_ns, m->n_warmup), "samples_ns",
		numbers(m->samples_ns, m->n_samples), "median_ns",
		aisp_number_json(m->median_ns), "evidence",
		evidence_json(&m->evidence));

	if (!isnan(m->evidence.event_ns)) {
		json_object_set_new(o, "events_ns",
				    numbers(m->events_ns, m->n_samples));
		json_object_set_new(o, "sm_mhz", numbers(m->sm_mhz, m->n_samples));
	}
	if (m->lasts)
		json_object_set_new(o, "last_ranks", lasts(m));
	if (m->n_devices)
		json_object_set_new(o, "devices", devices(m));
	aisp_record_launch_scores(o, m);
	return o;
}

/* The median time of the launches after the pilot for which is_so() holds; NaN: none.
 */
static double median_of(const struct aisp_arm *a,
			bool (*is_so)(const struct aisp_measured *))
{
	double ns[AISP_MAX_BLOCKS];
	int n = 0;

	for (int i = 0; i < a->n_launches && n < AISP_MAX_BLOCKS; i++)
		if (a->launches[i].block >= 0 && is_so(&a->launches[i]))
			ns[n++] = a->launches[i].median_ns;
	return n ? aisp_median(ns, n) : NAN;
}

/* The median of undisturbed launches, as for verdicts; if there are none, of all. */
static double arm_median_ns(const struct aisp_arm *a)
{
	double ns = median_of(a, aisp_measured_counts);

	return isnan(ns) ? median_of(a, aisp_measured_ended_well) : ns;
}

static json_t *sol_json(const struct aisp_group *g, const struct aisp_limits *limits,
			double median_ns)
{
	struct aisp_roof roof;

	if (g->problem->bound_by)
		return json_pack("{sn sn sn so}", "fraction", "roof", "roof_ns",
				 "bound_by", text_or_null(g->problem->bound_by));
	if (!(median_ns > 0) || aisp_sol_bound(g, limits, &roof))
		return json_null();
	return json_pack("{so ss so}", "fraction",
			 aisp_number_json(roof.ns / median_ns), "roof", roof.name,
			 "roof_ns", aisp_number_json(roof.ns));
}

static double rate(double bytes, double ns)
{
	return bytes > 0 ? bytes / ns : NAN;
}

/* The bandwidth of a collective; NULL if the contract states no bytes. */
static json_t *collective_json(const struct aisp_problem *pr, const struct aisp_arm *a,
			       double median_ns)
{
	const struct aisp_rank_spec *r = &pr->ranks;
	double skew_ns = NAN;

	if (!r->n || !(r->size_bytes > 0 || r->wire_bytes > 0))
		return NULL;
	for (int i = 0; i < a->n_launches; i++)
		skew_ns = fmax(skew_ns, a->launches[i].evidence.start_skew_ns);
	return json_pack(
		"{si sf sf so so so so}", "ranks", r->n, "size_bytes", r->size_bytes,
		"wire_bytes", r->wire_bytes, "algbw_gb_s",
		aisp_number_json(rate(r->size_bytes, median_ns)), "busbw_gb_s",
		aisp_number_json(rate(r->wire_bytes, median_ns)), "start_skew_ns",
		aisp_number_json(skew_ns), "after_delay_ns",
		aisp_number_json(aisp_median_fact(a, AISP_FACT_after_delay_ns)));
}

/* The command line that mk/pairs.mk left beside the object. */
static json_t *build_line(const char *object)
{
	char path[4200], line[8192];
	FILE *f;

	snprintf(path, sizeof(path), "%s.cmd", object);
	f = aisp_regular_open(path, NULL);
	if (!f)
		return json_null();
	if (!fgets(line, sizeof(line), f))
		line[0] = '\0';
	fclose(f);
	line[strcspn(line, "\n")] = '\0';
	return text_or_null(line);
}

/* A baseline is no step of a lesson and need not state its class. */
static const char *class_name(const struct aisp_group *g, int i)
{
	uint32_t cls = g->arms[i].cls;
	bool is_said = cls <= AISP_CLASS_LIBRARY && (cls || i);

	return aisp_kind_name(is_said ? (enum aisp_kind_of_arm)cls : AISP_N_KINDS);
}

static json_t *arm_json(const struct aisp_group *g, int i,
			const struct aisp_limits *limits)
{
	const struct aisp_arm *a = &g->arms[i];
	double ns = arm_median_ns(a);
	char hash[65] = "";
	const struct aisp_score *score = g->contract->workload->score;
	json_t *launches = json_array(), *arm, *collective;

	for (int k = 0; k < a->n_launches; k++)
		json_array_append_new(launches, aisp_record_launch(&a->launches[k]));
	aisp_hash_file(a->object, hash, NULL);
	arm = json_pack(
		"{ss ss ss ss so so ss so so so so so so so so so}", "variant", a->name,
		"tier", aisp_tier_name(a->tier), "device", aisp_device_name(g->device),
		"class", class_name(g, i), "library", text_or_null(a->library),
		"summary", text_or_null(a->summary), "source", a->source, "hash",
		text_or_null(hash), "build", build_line(a->object), "median_ns",
		aisp_number_json(ns), "gb_per_s",
		aisp_number_json(g->problem->bytes / ns), "gflop_per_s",
		aisp_number_json(g->problem->flops / ns), "sol",
		sol_json(g, limits, ns), "gpu",
		aisp_device_kind(g->device)->has_figures ? aisp_record_gpu(a)
							 : json_null(),
		"energy_j", aisp_number_json(aisp_median_fact(a, AISP_FACT_energy_j)),
		"launches", launches);
	if (a->after[0])
		json_object_set_new(arm, "after", json_string(a->after));
	if (score)
		json_object_set_new(arm, "score", aisp_record_arm_score(score, a));
	collective = collective_json(g->problem, a, ns);
	if (collective)
		json_object_set_new(arm, "collective", collective);
	return arm;
}

/* Adds it only if a forecast was made. */
static void add_forecast(json_t *comparison, const struct aisp_group *g, int i,
			 const struct aisp_match *m)
{
	const struct aisp_forecast *f = &m->forecast;

	if (!m->advice[0])
		return;
	json_object_set_new(comparison, "forecast",
			    json_pack("{so so so sb ss so}", "n_pairs",
				      aisp_number_json(f->n_pairs), "seconds",
				      aisp_number_json(m->forecast_s), "mde",
				      aisp_number_json(f->mde), "is_on_margin",
				      f->is_on_margin, "target", g->arms[i].pattern,
				      "options", text_or_null(g->options)));
	json_object_set_new(comparison, "advice", json_string(m->advice));
}

static void add_text(json_t *o, const char *key, const char *text)
{
	if (text && text[0])
		json_object_set_new(o, key, json_string(text));
}

/* What the verdict depends on, beside the launches. */
static void add_conditions(json_t *comparison, const struct aisp_group *g)
{
	add_text(comparison, "busy", g->busy);
	add_text(comparison, "ended", g->ended);
	add_text(comparison, "narrow_input", g->narrow);
	add_text(comparison, "alike_input", g->alike);
}

json_t *aisp_record_match(const struct aisp_group *g, int i, const struct aisp_match *m)
{
	const struct aisp_comparison *c = &m->result;
	json_t *o = json_pack(
		"{ss so so s[oo] so si so so sb}", "verdict",
		aisp_outcome_name(c->outcome), "why", text_or_null(c->why), "speedup",
		aisp_number_json(c->speedup), "speedup_ci",
		aisp_number_json(c->speedup_lo), aisp_number_json(c->speedup_hi),
		"confidence", aisp_number_json(c->confidence), "n_pairs", c->n_pairs,
		"mde", aisp_number_json(c->mde), "margin", aisp_number_json(c->margin),
		"is_decided_early", c->is_decided_early);

	if (g->merit.is_score)
		json_object_set_new(o, "of", json_string(g->merit.name));
	add_conditions(o, g);
	add_forecast(o, g, i, m);
	return o;
}

static json_t *entry_json(const struct aisp_limits *limits, const struct aisp_arm *a,
			  const char *role, const struct aisp_check *c)
{
	struct aisp_finding f;
	enum aisp_verdict v = aisp_arm_check(a, c, &f);

	if (aisp_is_left_out(limits, c))
		v = aisp_find(&f, AISP_VERDICT_UNKNOWN, AISP_CHECK_LEFT_OUT);
	return json_pack("{ss ss ss ss}", "check", c->id, "arm", role, "verdict",
			 aisp_verdict_name(v), "why", f.why);
}

json_t *aisp_record_ledger(const struct aisp_group *g, int i)
{
	json_t *ledger = json_array();

	for (int c = 0; aisp_checks[c]; c++) {
		json_array_append_new(ledger, entry_json(g->limits, &g->arms[0],
							 "baseline", aisp_checks[c]));
		json_array_append_new(ledger, entry_json(g->limits, &g->arms[i],
							 "optimized", aisp_checks[c]));
	}
	return ledger;
}

json_t *aisp_record_params(const struct aisp_contract *c)
{
	json_t *params = json_object();

	for (int i = 0; i < c->workload->n_params; i++)
		json_object_set_new(params, c->workload->params[i].name,
				    json_integer(c->param[i]));
	return params;
}

static json_t *result_json(const struct aisp_group *g, int i, int first_arm,
			   enum aisp_dist dist)
{
	const struct aisp_arm *a = &g->arms[i];
	bool is_measured = a->status == AISP_ARM_OK;
	bool has_library = is_measured && g->library && g->library != i;
	json_t *score = aisp_record_score(&g->merit), *o;

	o = json_pack("{ss ss so ss ss ss so ss si si so ss so so so so}", "target",
		      a->target, "tier", aisp_tier_name(a->tier), "directory",
		      text_or_null(g->outside), "chapter", g->chapter, "workload",
		      g->workload, "title", g->contract->workload->title, "params",
		      aisp_record_params(g->contract), "distribution",
		      aisp_dist_name(dist), "baseline", first_arm, "optimized",
		      first_arm + i, "library",
		      has_library ? json_integer(first_arm + g->library) : json_null(),
		      "status", aisp_arm_status_name(a->status), "reason",
		      text_or_null(a->why), "comparison",
		      is_measured ? aisp_record_match(g, i, &g->versus_baseline[i])
				  : json_null(),
		      "vs_library",
		      has_library ? aisp_record_match(g, i, &g->versus_library[i])
				  : json_null(),
		      "ledger", is_measured ? aisp_record_ledger(g, i) : json_array());
	if (score)
		json_object_set_new(o, "score", score);
	if (a->fault != AISP_FAULT_NONE)
		json_object_set_new(o, "fault", json_string(aisp_fault_name(a->fault)));
	return o;
}

int aisp_record_add(struct aisp_record *r, const struct aisp_group *g,
		    const struct aisp_limits *limits, enum aisp_dist dist,
		    struct aisp_err *err)
{
	int first_arm = (int)json_array_size(r->arms);

	for (int i = 0; i < g->n_arms; i++)
		if (json_array_append_new(r->arms, arm_json(g, i, limits)))
			return aisp_err_set(err, "out of memory");
	for (int i = 1; i < g->n_arms; i++)
		if (g->arms[i].is_wanted &&
		    json_array_append_new(r->results,
					  result_json(g, i, first_arm, dist)))
			return aisp_err_set(err, "out of memory");
	return 0;
}

struct aisp_run *aisp_record_read(const struct aisp_record *r, struct aisp_err *err)
{
	json_t *document = json_pack("{si s{} sO sO}", "schema", AISP_RESULTS_SCHEMA,
				     "run", "arms", r->arms, "results", r->results);
	struct aisp_run *run = NULL;

	if (document)
		run = aisp_run_new(document, NULL, err);
	else
		aisp_err_set(err, "out of memory");
	json_decref(document);
	return run;
}
