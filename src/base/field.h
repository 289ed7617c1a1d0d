/* SPDX-License-Identifier: MIT
 *
 * field.h - members of JSON objects that may be absent or of another type.
 */
#ifndef AISP_FIELD_H
#define AISP_FIELD_H

#include <jansson.h>

/* Borrowed; "" where there is no such text. */
const char *aisp_field_text(const json_t *object, const char *name);

/* NaN where there is no such number. */
double aisp_field_number(const json_t *object, const char *name);
double aisp_element_number(const json_t *array, size_t i);

/* A number, or null for NaN and the infinities, which have no JSON form. */
json_t *aisp_number_json(double x);

/* Of a run's document: the arm that a member ("baseline") of a result names, or NULL.
 */
const json_t *aisp_result_arm(const json_t *results, const json_t *result,
			      const char *name);

/* "rows=2048 cols=1024", cut at size. */
void aisp_params_text(char *buf, size_t size, const json_t *params);

#endif
