/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "field.h"

static double number(const json_t *v)
{
	return json_is_number(v) ? json_number_value(v) : NAN;
}

const char *aisp_field_text(const json_t *object, const char *name)
{
	const char *s = json_string_value(json_object_get(object, name));

	return s ? s : "";
}

bool aisp_field_is(const json_t *object, const char *name, const char *text)
{
	const char *s = json_string_value(json_object_get(object, name));

	return s && !strcmp(s, text);
}

double aisp_field_number(const json_t *object, const char *name)
{
	return number(json_object_get(object, name));
}

double aisp_element_number(const json_t *array, size_t i)
{
	return number(json_array_get(array, i));
}

json_t *aisp_number_json(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *aisp_whole_json(json_t *o, int rc)
{
	if (!rc)
		return o;
	json_decref(o);
	return NULL;
}

json_t *aisp_list_json(int n, json_t *(*item)(const void *of, int i), const void *of)
{
	json_t *list = json_array();
	int rc = list ? 0 : -1;

	for (int i = 0; !rc && i < n; i++)
		rc = json_array_append_new(list, item(of, i));
	return aisp_whole_json(list, rc);
}

json_t *aisp_texts_json(int n, char *const *texts)
{
	json_t *a = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(a, json_string(texts[i]));
	return a;
}
