/* SPDX-License-Identifier: MIT
 *
 * Members of JSON objects: numbers come out exactly as they went in.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/field.h"
#include "tap.h"

static const double numbers[] = { 0.1,   1.0 / 3, -2.5,      0x1.fffffffffffffp52,
				  1e300, DBL_MIN, 0x1p-1074, 123456789.123456789 };

#define N ((int)(sizeof(numbers) / sizeof(*numbers)))

static void test_numbers(void)
{
	json_t *list = json_array(), *object;
	int n_same = 0;

	for (int i = 0; i < N; i++)
		json_array_append_new(list, aisp_number_json(numbers[i]));
	for (int i = 0; i < N; i++)
		n_same += aisp_element_number(list, (size_t)i) == numbers[i];
	ok(n_same == N, "a number in an array keeps every bit");
	object = json_pack("{sO sI ss}", "x", json_array_get(list, 1), "n",
			   (json_int_t)1 << 53, "text", "1");
	ok(aisp_field_number(object, "x") == 1.0 / 3, "and in an object");
	ok(aisp_field_number(object, "n") == 0x1p53, "whole numbers are numbers");
	ok(isnan(aisp_field_number(object, "text")) &&
		   isnan(aisp_field_number(object, "y")) &&
		   isnan(aisp_field_number(NULL, "x")) &&
		   isnan(aisp_element_number(list, N)),
	   "NaN where there is none");
	json_decref(object);
	json_decref(list);
}

static void test_no_numbers(void)
{
	json_t *nan = aisp_number_json(NAN), *inf = aisp_number_json(-INFINITY);

	ok(json_is_null(nan) && json_is_null(inf), "NaN and infinity are null");
	json_decref(nan);
	json_decref(inf);
}

static void test_text(void)
{
	json_t *object = json_pack("{ss si}", "name", "x", "n", 1);

	ok(!strcmp(aisp_field_text(object, "name"), "x"), "text");
	ok(!*aisp_field_text(object, "n") && !*aisp_field_text(object, "y") &&
		   !*aisp_field_text(NULL, "name"),
	   "\"\" where there is none");
	json_decref(object);
}

int main(void)
{
	test_numbers();
	test_no_numbers();
	test_text();
	return done();
}
