/* SPDX-License-Identifier: MIT
 *
 * field.h - read members of JSON objects that may be missing or of another type.
 */
#ifndef AISP_FIELD_H
#define AISP_FIELD_H

#include <jansson.h>
#include <stdbool.h>

/* The text, borrowed; "" if there is none. */
const char *aisp_field_text(const json_t *object, const char *name);

/* Is there such a text, and does it equal this one? */
bool aisp_field_is(const json_t *object, const char *name, const char *text);

/* NaN if there is no such number. */
double aisp_field_number(const json_t *object, const char *name);
double aisp_element_number(const json_t *array, size_t i);

/* A number, or null for NaN and the infinities, which have no JSON form. */
json_t *aisp_number_json(double x);

/* Returns o; or releases it and returns NULL if rc says that a member is missing. */
json_t *aisp_whole_json(json_t *o, int rc);

/* A new array of n items; NULL without memory, also if an item is NULL. */
json_t *aisp_list_json(int n, json_t *(*item)(const void *of, int i), const void *of);

/* A new array of texts; NULL without memory. */
json_t *aisp_texts_json(int n, char *const *texts);

#endif
