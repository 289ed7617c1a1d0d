/* SPDX-License-Identifier: MIT
 *
 * compare_diff.c - what two manifests do not have in common.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "compare.h"

/* What differs between any two runs, or says nothing of how fast they are. */
static int is_left_out(const char *path)
{
	static const char *const names[] = { "time",        "command",
					     "peaks",       "schema",
					     "state",       "memory_used_bytes",
					     "n_throttled", "machine",
					     "head" /* of the journal */ };
	const char *dot = strrchr(path, '.');
	const char *name = dot ? dot + 1 : path;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(name, names[i]))
			return 1;
	return 0;
}

static void put(json_t *flat, const char *path, const json_t *value)
{
	char *text = json_is_string(value)
			     ? strdup(json_string_value(value))
			     : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
							 JSON_REAL_PRECISION(6));

	if (text)
		json_object_set_new(flat, path, json_string(text));
	free(text);
}

/* Libraries are known by their file's name: { "libc.so.6": build id }. */
static void flatten_libraries(json_t *flat, const json_t *list)
{
	const json_t *library;
	char name[512];
	size_t i;

	json_array_foreach(list, i, library) {
		const char *path = aisp_field_text(library, "path");
		const char *slash = strrchr(path, '/');

		snprintf(name, sizeof(name), "libraries.%s", slash ? slash + 1 : path);
		put(flat, name, json_object_get(library, "build_id"));
	}
}

static void flatten(json_t *flat, const char *path, const json_t *value)
{
	char inner[512];
	const char *name;
	json_t *v;
	size_t i;

	if (is_left_out(path))
		return;
	if (!strcmp(path, "libraries")) {
		flatten_libraries(flat, value);
	} else if (json_is_object(value)) {
		json_object_foreach((json_t *)value, name, v) {
			snprintf(inner, sizeof(inner), "%s%s%s", path, *path ? "." : "",
				 name);
			flatten(flat, inner, v);
		}
	} else if (json_is_object(json_array_get(value, 0))) {
		json_array_foreach(value, i, v) {
			snprintf(inner, sizeof(inner), "%.480s[%zu]", path, i);
			flatten(flat, inner, v);
		}
	} else {
		put(flat, path, value);
	}
}

static json_t *or_null(json_t *v)
{
	return v ? json_incref(v) : json_null();
}

json_t *aisp_manifest_diff(const json_t *a, const json_t *b)
{
	json_t *x = json_object(), *y = json_object(), *list = json_array(), *all;
	const char *what;
	json_t *v;

	flatten(x, "", a);
	flatten(y, "", b);
	all = json_copy(x);
	json_object_update_missing(all, y);
	json_object_foreach(all, what, v) {
		json_t *p = json_object_get(x, what), *q = json_object_get(y, what);

		if (!json_equal(p, q))
			json_array_append_new(list,
					      json_pack("{ss so so}", "what", what, "a",
							or_null(p), "b", or_null(q)));
	}
	json_decref(all);
	json_decref(x);
	json_decref(y);
	return list;
}
