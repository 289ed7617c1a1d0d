/* SPDX-License-Identifier: MIT
 *
 * manifest_diff.c - find the differences between two manifests.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "compare_model.h"

/* Members that differ between any two runs, or do not affect how fast they are. */
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

/* Libraries are named by their file: { "libc.so.6": build id }. */
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

static void put_difference(struct aisp_compared *c, const char *what, const json_t *a,
			   const json_t *b)
{
	if (!json_equal(a, b))
		c->differs[c->n_differs++] =
			(struct aisp_difference){ what, json_string_value(a),
						  json_string_value(b) };
}

int aisp_manifest_diff(struct aisp_compared *c, const json_t *a, const json_t *b)
{
	json_t *x = c->flat[0] = json_object(), *y = c->flat[1] = json_object(), *v;
	const char *what;

	flatten(x, "", a);
	flatten(y, "", b);
	c->differs =
		aisp_arena_take(&c->arena, json_object_size(x) + json_object_size(y),
				sizeof(*c->differs));
	if (!x || !y || !c->differs)
		return -1;
	json_object_foreach(x, what, v)
		put_difference(c, what, v, json_object_get(y, what));
	json_object_foreach(y, what, v)
		if (!json_object_get(x, what))
			put_difference(c, what, NULL, v);
	return 0;
}

void aisp_compared_release(struct aisp_compared *c)
{
	aisp_arena_release(&c->arena);
	json_decref(c->flat[0]);
	json_decref(c->flat[1]);
	*c = (struct aisp_compared){ 0 };
}

const char *aisp_compared_word(const struct aisp_compared_row *row)
{
	return row->verdict == AISP_WORD_NONE ? "NOT-COMPARED"
					      : aisp_word_name(row->verdict);
}

const char *aisp_compared_unit_name(enum aisp_compared_unit u)
{
	static const char *const names[AISP_N_COMPARED_UNITS] = { "launch", "run",
								  "pair" };

	return names[u];
}
