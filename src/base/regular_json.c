/* SPDX-License-Identifier: MIT */
#include "regular.h"

json_t *aisp_regular_json(const char *path, size_t flags, json_error_t *why)
{
	struct aisp_err err;
	FILE *f = aisp_regular_open(path, &err);
	json_t *json;

	if (f) {
		json = json_loadf(f, flags, why);
		fclose(f);
		return json;
	}
	if (why) {
		*why = (json_error_t){ .line = -1, .column = -1 };
		snprintf(why->text, sizeof(why->text), "%.150s", err.msg);
	}
	return NULL;
}
