/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "member.h"

const char *aisp_member_string(const json_t *object, const char *name)
{
	const char *s = json_string_value(json_object_get(object, name));

	return s ? s : "";
}

double aisp_member_number(const json_t *object, const char *name)
{
	const json_t *v = json_object_get(object, name);

	return json_is_number(v) ? json_number_value(v) : NAN;
}

const json_t *aisp_member_arm(const json_t *results, const json_t *result,
			      const char *name)
{
	const json_t *v = json_object_get(result, name);

	if (!json_is_integer(v))
		return NULL;
	return json_array_get(json_object_get(results, "arms"),
			      (size_t)json_integer_value(v));
}
