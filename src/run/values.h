/* SPDX-License-Identifier: MIT
 *
 * values.h - numbers and texts of a document, by position or by name.
 */
#ifndef AISP_VALUES_H
#define AISP_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AISP_UNKNOWN INT64_MIN /* a missing whole number */

struct aisp_numbers {
	double *at;
	int n;
};

struct aisp_texts {
	const char **at;
	int n;
};

/* Numbers by name: parameters, facts. */
struct aisp_named {
	const char *name;
	double value;
	int64_t whole; /* the same as an integer, or AISP_UNKNOWN */
};

struct aisp_map {
	struct aisp_named *at;
	int n;
};

/* The value of that name; NaN if there is none. */
double aisp_map_get(const struct aisp_map *m, const char *name);

/* "rows=2048 cols=1024", truncated to size. */
void aisp_map_text(char *buf, size_t size, const struct aisp_map *params);

/* Do both have the same names with the same values? */
bool aisp_map_equal(const struct aisp_map *a, const struct aisp_map *b);

/* n as a double; NaN for AISP_UNKNOWN. */
double aisp_whole(int64_t n);

#endif
