/* SPDX-License-Identifier: MIT */
#include "member.h"

const json_t *aisp_member_arm(const json_t *results, const json_t *result,
			      const char *name)
{
	const json_t *v = json_object_get(result, name);

	if (!json_is_integer(v))
		return NULL;
	return json_array_get(json_object_get(results, "arms"),
			      (size_t)json_integer_value(v));
}
