/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/field.h"
#include "base/regular.h"
#include "base/text.h"
#include "judge/document.h"
#include "machine/machine_id.h"
#include "prove_document.h"
#include "prove_json.h"
#include "prove_judge.h"
#include "store/expect_class.h"

static bool has_exploit(const struct prove_list *list, const struct aisp_check *c)
{
	for (int i = 0; i < list->n; i++)
		if (list->x[i].check == c)
			return true;
	return false;
}

/* An exploit cannot try a check that only records something, or does not apply. */
static bool has_nothing_to_try(const struct prove_lines *lines, const char *id)
{
	int n = 0;

	for (int d = 0; d < AISP_N_DEVICES; d++) {
		const struct prove_line *l = prove_line_of(&lines[d], id);

		if (!lines[d].n)
			continue;
		if (!l ||
		    (l->state != AISP_VERDICT_ATTESTED && l->state != AISP_VERDICT_NA))
			return false;
		n++;
	}
	return n > 0;
}

static int find_missing(struct prove_summary *sum, struct prove *p, char *const *globs,
			int n_globs)
{
	int n = prove_count_checks();

	sum->missing = aisp_arena_take(&p->arena, (size_t)n,
				       sizeof(const struct aisp_check *));
	if (!sum->missing)
		return -1;
	for (int i = 0; i < n; i++) {
		const struct aisp_check *c = aisp_checks[i];

		if (!prove_is_wanted(c, globs, n_globs))
			continue;
		sum->n_checks++;
		if (!has_exploit(p->list, c) && !has_nothing_to_try(p->lines, c->id))
			sum->missing[sum->n_missing++] = c;
	}
	return 0;
}

static void add_record(struct prove_summary *sum, const struct prove_record *x)
{
	sum->states[x->state]++;
	sum->n_twin_runs += x->n_twins;
	sum->n_alarms += prove_count_alarms(x);
	if (x->state == PROVE_SKIPPED || x->state == PROVE_NOT_SEEN)
		return;
	sum->n_exploits++;
	sum->n_stopped += prove_is_stopped(x);
	if (x->kind != PROVE_DETECTS)
		return;
	sum->n_detecting++;
	sum->n_let_through += prove_is_win(x->without);
}

int prove_sum_up(struct prove_summary *sum, struct prove *p, char *const *globs,
		 int n_globs)
{
	*sum = (struct prove_summary){ 0 };
	for (int i = 0; i < p->n_records; i++)
		add_record(sum, &p->records[i]);
	return find_missing(sum, p, globs, n_globs);
}

bool prove_is_all_proven(const struct prove_summary *sum)
{
	return !sum->states[PROVE_NOT_PROVEN] && !sum->n_missing;
}

static json_t *counts_json(const struct prove_summary *sum)
{
	json_t *o = json_object();
	int rc = o ? 0 : -1;

	for (int i = PROVE_N_STATES - 1; i >= 0; i--)
		if (sum->states[i])
			rc |= json_object_set_new(o,
						  prove_state_name((enum prove_state)i),
						  json_integer(sum->states[i]));
	return aisp_whole_json(o, rc);
}

static json_t *missing_json(const void *missing, int i)
{
	const struct aisp_check *c = ((const struct aisp_check *const *)missing)[i];

	return json_pack("{ss ss}", "check", c->id, "kind",
			 prove_kind_name(prove_kind_of(c)));
}

static json_t *summary_json(const struct prove_summary *sum)
{
	return json_pack(
		"{si si si si si si si so so}", "n_checks", sum->n_checks, "n_exploits",
		sum->n_exploits, "n_stopped", sum->n_stopped, "n_detecting",
		sum->n_detecting, "n_let_through", sum->n_let_through, "n_twin_runs",
		sum->n_twin_runs, "n_alarms", sum->n_alarms, "states", counts_json(sum),
		"missing", aisp_list_json(sum->n_missing, missing_json, sum->missing));
}

static json_t *alarm_json(const void *alarms, int i)
{
	const struct prove_alarm *a = (const struct prove_alarm *)alarms + i;
	const struct prove_side *side = a->side;

	return json_pack(
		"{ss ss so ss}", "target", a->target, "outcome", prove_outcome(side),
		"failed",
		aisp_texts_json(side->failed.n, (char *const *)side->failed.at), "why",
		side->why);
}

static json_t *corpus_json(const struct prove_alarms *a)
{
	if (!a)
		return json_null();
	return json_pack("{si si si si si so}", "n_variants", a->n_variants, "n_runs",
			 a->n_runs, "n_alarms", a->n, "n_skipped", a->n_skipped,
			 "n_disturbed", a->n_disturbed, "alarms",
			 aisp_list_json(a->n, alarm_json, a->at));
}

static json_t *devices_json(const struct prove *p)
{
	json_t *a = json_array();

	for (int d = 0; d < AISP_N_DEVICES; d++)
		if (p->is_wanted[d])
			json_array_append_new(
				a,
				json_string(
					aisp_device_kind((enum aisp_device)d)->name));
	return a;
}

/* The machine's class and text, for the first device of the proof. */
static json_t *machine_json(const struct prove *p)
{
	enum aisp_device first = AISP_DEVICE_CPU;
	struct aisp_machine_class c;
	char target[32];

	while (first + 1 < AISP_N_DEVICES && !p->is_wanted[first])
		first++;
	snprintf(target, sizeof(target), "@%s", aisp_device_kind(first)->name);
	if (!p->manifest || aisp_manifest_class(&c, p->manifest, target, NULL))
		return json_null();
	return json_pack("{ss ss}", "class", c.slug, "text", c.text);
}

static json_t *record_json(const void *records, int i)
{
	return prove_record_json((const struct prove_record *)records + i);
}

static json_t *states_json(const struct prove *p)
{
	json_t *o = json_object();
	int rc = o ? 0 : -1;

	for (int d = 0; d < AISP_N_DEVICES; d++)
		if (p->lines[d].n)
			rc |= json_object_set_new(o,
						  aisp_device_name((enum aisp_device)d),
						  prove_lines_json(&p->lines[d]));
	return aisp_whole_json(o, rc);
}

json_t *prove_document(const struct prove_result *o)
{
	struct prove *p = o->p;
	const json_t *hw = json_object_get(p->manifest, "hardware");
	const json_t *run = json_object_get(p->results, "run");
	const json_t *git = json_object_get(p->manifest, "git");
	const json_t *driver = json_object_get(json_object_get(hw, "gpu"), "driver");
	json_t *hide = isnan(p->hide_ns) ? json_null() : json_real(p->hide_ns);

	aisp_now_text(p->date);
	for (int i = 0; i < p->n_records; i++) {
		p->records[i].date = p->date;
		p->records[i].commit = aisp_field_text(git, "commit");
	}
	return json_pack("{si ss sO? so sO? ss sO? so si sf sb so so so so so}",
			 "schema", AISP_PROOF_SCHEMA, "date", p->date, "git", git,
			 "machine", machine_json(p), "driver", driver, "grade",
			 aisp_field_text(run, "grade"), "grade_why",
			 json_object_get(run, "grade_why"), "devices", devices_json(p),
			 "n_repeat", p->n_repeat, "seconds", o->seconds, "is_partial",
			 *p->is_stopped != 0, "hide_ns", hide, "summary",
			 summary_json(o->summary), "exploits",
			 aisp_list_json(p->n_records, record_json, p->records),
			 "states", states_json(p), "corpus", corpus_json(o->alarms));
}

static bool mentions(const json_t *exploits, const char *exploit)
{
	const json_t *x;
	size_t i;

	json_array_foreach(exploits, i, x)
		if (aisp_field_is(x, "exploit", exploit))
			return true;
	return false;
}

/* Copy from `old` the records and states that the document lacks. */
static void merge(json_t *document, const json_t *old)
{
	json_t *exploits = json_object_get(document, "exploits");
	json_t *states = json_object_get(document, "states"), *x, *of_device;
	const char *device;
	size_t i;

	json_array_foreach(json_object_get(old, "exploits"), i, x)
		if (!mentions(exploits, aisp_field_text(x, "exploit")))
			json_array_append(exploits, x);
	json_object_foreach(json_object_get(old, "states"), device, of_device)
		if (!json_object_get(states, device))
			json_object_set(states, device, of_device);
}

int prove_save(const json_t *document, const char *path, bool is_merged,
	       struct aisp_err *err)
{
	json_t *copy = json_deep_copy(document);
	json_t *old = is_merged ? aisp_regular_json(path, 0, NULL) : NULL;
	int rc;

	if (!copy)
		return aisp_err_set(err, "out of memory");
	if (json_is_object(old))
		merge(copy, old);
	rc = aisp_machine_save(path, copy, err);
	json_decref(old);
	json_decref(copy);
	return rc;
}
