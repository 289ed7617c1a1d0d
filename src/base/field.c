/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

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

const json_t *aisp_result_arm(const json_t *results, const json_t *result,
			      const char *name)
{
	const json_t *v = json_object_get(result, name);

	if (!json_is_integer(v))
		return NULL;
	return json_array_get(json_object_get(results, "arms"),
			      (size_t)json_integer_value(v));
}

void aisp_params_text(char *buf, size_t size, const json_t *params)
{
	size_t used = 0;
	const char *key;
	json_t *v;

	buf[0] = '\0';
	json_object_foreach((json_t *)params, key, v)
	{
		if (used < size)
			used += (size_t)snprintf(
				buf + used, size - used, "%s%s=%" JSON_INTEGER_FORMAT,
				used ? " " : "", key, json_integer_value(v));
	}
}
