/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "dialogue.h"

static json_t *param_json(const struct aisp_space_param *p)
{
	json_t *values = json_array();

	for (int i = 0; i < p->n; i++)
		json_array_append_new(values, json_integer(p->value[i]));
	return json_pack("{ss so}", "name", p->name, "values", values);
}

static json_t *space_json(const struct aisp_space *s)
{
	json_t *params = json_array(), *constraints = json_array(),
	       *size = json_object();

	for (int i = 0; i < s->n_params; i++)
		json_array_append_new(params, param_json(&s->param[i]));
	for (int i = 0; i < s->n_constraints; i++)
		json_array_append_new(constraints, json_string(s->constraint[i]));
	for (int i = 0; i < s->size[0].n; i++)
		json_object_set_new(size, s->size[0].name[i],
				    json_integer(s->size[0].value[i]));
	return json_pack("{so so so}", "parameters", params, "constraints", constraints,
			 "size", size);
}

/* Sizes that are kept from the search are also kept from proposers. */
json_t *aisp_tune_question(const struct aisp_tune_history *h,
			   const struct aisp_tune_plan *p, const char *target,
			   const char *template)
{
	return json_pack("{si ss si so ss? sO}", "aisp_tune", AISP_TUNE_PROTOCOL,
			 "target", target, "budget_left", p->budget - h->n_candidates,
			 "space", space_json(h->space), "template", template, "results",
			 h->lines);
}

static int outside(struct aisp_tune_answer *a, const char *what)
{
	a->kind = AISP_ANSWER_OUTSIDE;
	snprintf(a->why, sizeof(a->why), "%s", what);
	return 0;
}

static int read_value(struct aisp_tune_answer *a, const json_t *point,
		      const struct aisp_space_param *p, int64_t *value)
{
	const json_t *v = json_object_get(point, p->name);
	char what[200];

	*value = json_integer_value(v);
	for (int i = 0; json_is_integer(v) && i < p->n; i++)
		if (p->value[i] == *value)
			return 0;
	if (json_is_integer(v))
		snprintf(what, sizeof(what), "%s=%" PRId64 " is none of its values",
			 p->name, *value);
	else
		snprintf(what, sizeof(what), "%s is %s", p->name,
			 v ? "no integer" : "missing");
	outside(a, what);
	return -1;
}

static int read_point(struct aisp_tune_answer *a, const json_t *point,
		      const struct aisp_space *s)
{
	int64_t values[AISP_SPACE_MAX_PARAMS];
	const char *name, *broken;
	json_t *value;
	char what[300];

	json_object_foreach((json_t *)point, name, value)
		if (aisp_space_find_param(s, name) < 0) {
			snprintf(what, sizeof(what),
				 "'%.60s' is no parameter of the space", name);
			return outside(a, what);
		}
	for (int i = 0; i < s->n_params; i++)
		if (read_value(a, point, &s->param[i], &values[i]))
			return 0;
	a->kind = AISP_ANSWER_POINT;
	a->point = aisp_space_find(s, values);
	broken = aisp_space_broken(s, a->point);
	if (!broken)
		return 0;
	snprintf(what, sizeof(what), "it breaks: %s", broken);
	return outside(a, what);
}

static int read_source(struct aisp_tune_answer *a, const json_t *source,
		       struct aisp_err *err)
{
	a->kind = AISP_ANSWER_SOURCE;
	a->source = json_string_value(source);
	if (json_string_length(source) > AISP_TUNE_MAX_SOURCE)
		return aisp_err_set(err, "a source of more than %zu bytes",
				    AISP_TUNE_MAX_SOURCE);
	if (strlen(a->source) != json_string_length(source))
		return aisp_err_set(err, "a source with a zero byte in it");
	return 0;
}

static int read_object(struct aisp_tune_answer *a, const struct aisp_space *s,
		       struct aisp_err *err)
{
	const json_t *point = json_object_get(a->object, "point");
	const json_t *source = json_object_get(a->object, "source");
	bool is_done = json_is_true(json_object_get(a->object, "done"));

	a->note = aisp_field_text(a->object, "note");
	if ((point != NULL) + (source != NULL) + is_done != 1)
		return aisp_err_set(err, "want one of \"point\", \"source\" and "
					 "\"done\": true");
	if (is_done) {
		a->kind = AISP_ANSWER_DONE;
		return 0;
	}
	if (json_is_object(point))
		return read_point(a, point, s);
	if (json_is_string(source))
		return read_source(a, source, err);
	if (point)
		return aisp_err_set(err, "\"point\" is no object");
	return aisp_err_set(err, "\"source\" is no text");
}

int aisp_tune_answer_parse(struct aisp_tune_answer *a, const char *line, size_t n_bytes,
			   const struct aisp_space *s, struct aisp_err *err)
{
	json_error_t wrong;

	*a = (struct aisp_tune_answer){ .point = -1, .source = "", .note = "" };
	a->object = json_loadb(line, n_bytes, JSON_REJECT_DUPLICATES, &wrong);
	if (!a->object)
		return aisp_err_set(err, "no JSON object: %.200s", wrong.text);
	if (!json_is_object(a->object))
		aisp_err_set(err, "no JSON object");
	else if (!read_object(a, s, err))
		return 0;
	aisp_tune_answer_release(a);
	return -1;
}

void aisp_tune_answer_release(struct aisp_tune_answer *a)
{
	json_decref(a->object);
	a->object = NULL;
}
