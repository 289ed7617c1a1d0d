/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/field.h"
#include "base/text.h"
#include "judge/document.h"
#include "machine/machine_id.h"
#include "prove_document.h"
#include "prove_judge.h"
#include "store/expect_class.h"

#define ALARMS_MAX 0.01 /* of all runs: noise that some check takes for a cheat */

static bool has_exploit(const struct prove_list *list, const struct aisp_check *c)
{
	for (int i = 0; i < list->n; i++)
		if (list->x[i].check == c)
			return true;
	return false;
}

/* Recorded and compared, or without meaning: nothing that an exploit could try. */
static bool has_nothing_to_try(const json_t *states, const char *id)
{
	const json_t *of_device;
	const char *device;
	int n = 0;

	json_object_foreach((json_t *)states, device, of_device) {
		const json_t *state = json_object_get(of_device, id);

		if (!aisp_field_is(state, "state", "ATTESTED") &&
		    !aisp_field_is(state, "state", "N/A"))
			return false;
		n++;
	}
	return n > 0;
}

static json_t *find_missing(const json_t *states, const struct prove_list *list,
			    char *const *globs, int n_globs, int *n_checks)
{
	json_t *missing = json_array();

	*n_checks = 0;
	for (int i = 0; aisp_checks[i]; i++) {
		const struct aisp_check *c = aisp_checks[i];

		if (!prove_is_wanted(c, globs, n_globs))
			continue;
		++*n_checks;
		if (has_exploit(list, c) || has_nothing_to_try(states, c->id))
			continue;
		json_array_append_new(
			missing, json_pack("{ss ss}", "check", c->id, "kind",
					   c->is_prevented ? "prevents" : "detects"));
	}
	return missing;
}

/* Add one to object[name]. */
static void count(json_t *object, const char *name)
{
	json_int_t n = json_integer_value(json_object_get(object, name));

	json_object_set_new(object, name, json_integer(n + 1));
}

json_t *prove_summary(const json_t *exploits, const json_t *states,
		      const struct prove_list *list, char *const *globs, int n_globs)
{
	int n_checks, n_tried = 0, n_stopped = 0, n_detecting = 0, n_through = 0;
	int n_twins = 0, n_alarms = 0;
	json_t *missing = find_missing(states, list, globs, n_globs, &n_checks);
	json_t *counts = json_object();
	const json_t *x;
	size_t i;

	json_array_foreach(exploits, i, x) {
		const char *state = aisp_field_text(x, "state");

		count(counts, state);
		n_twins += (int)json_array_size(json_object_get(x, "twins"));
		n_alarms += prove_count_alarms(x);
		if (!strcmp(state, "SKIPPED") || !strcmp(state, "NOT-SEEN"))
			continue;
		n_tried++;
		n_stopped += prove_is_stopped(x);
		if (!aisp_field_is(x, "kind", "detects"))
			continue;
		n_detecting++;
		n_through += prove_is_win(json_object_get(x, "without"));
	}
	return json_pack("{si si si si si si si so so}", "n_checks", n_checks,
			 "n_exploits", n_tried, "n_stopped", n_stopped, "n_detecting",
			 n_detecting, "n_let_through", n_through, "n_twin_runs",
			 n_twins, "n_alarms", n_alarms, "states", counts, "missing",
			 missing);
}

bool prove_is_all_proven(const json_t *summary)
{
	return !json_object_get(json_object_get(summary, "states"), "NOT-PROVEN") &&
	       !json_array_size(json_object_get(summary, "missing"));
}

bool prove_is_quiet(const json_t *corpus)
{
	double n_runs = aisp_field_number(corpus, "n_runs");

	return !(aisp_field_number(corpus, "n_alarms") > ALARMS_MAX * n_runs);
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

/* By the first device of the proof. */
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

static json_t *exploits_json(const struct prove *p, const char *date)
{
	const json_t *git = json_object_get(p->manifest, "git");
	json_t *list = json_array(), *x;
	size_t i;

	json_array_foreach(p->records, i, x) {
		json_object_set_new(x, "date", json_string(date));
		json_object_set_new(x, "commit",
				    json_string(aisp_field_text(git, "commit")));
		json_array_append(list, x);
	}
	return list;
}

json_t *prove_document(const struct prove *p, const json_t *summary, double seconds,
		       json_t *corpus)
{
	const json_t *hw = json_object_get(p->manifest, "hardware");
	const json_t *driver = json_object_get(json_object_get(hw, "gpu"), "driver");
	json_t *hide = isnan(p->hide_ns) ? json_null() : json_real(p->hide_ns);
	char date[32];

	aisp_now_text(date);
	return json_pack(
		"{si ss sO? so sO? ss sO? so si sf sb so sO so sO so}", "schema",
		AISP_PROOF_SCHEMA, "date", date, "git",
		json_object_get(p->manifest, "git"), "machine", machine_json(p),
		"driver", driver, "grade", aisp_field_text(p->run, "grade"),
		"grade_why", json_object_get(p->run, "grade_why"), "devices",
		devices_json(p), "n_repeat", p->n_repeat, "seconds", seconds,
		"is_partial", *p->is_stopped != 0, "hide_ns", hide, "summary", summary,
		"exploits", exploits_json(p, date), "states", p->states, "corpus",
		corpus ? json_incref(corpus) : json_null());
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

/* Take from `old` the records and states that the document lacks. */
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
	json_t *old = is_merged ? json_load_file(path, 0, NULL) : NULL;
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
