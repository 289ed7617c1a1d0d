/* SPDX-License-Identifier: MIT
 *
 * space.h - the search space of `aisp tune`: named integers with their values,
 * constraints between them, and the sizes of the problem at which candidates are
 * compared. docs/tune.md describes the file.
 *
 * A point is its number in the grid of all combinations: the last parameter's values
 * change fastest.  Points that break a constraint keep their number.
 */
#ifndef AISP_SPACE_H
#define AISP_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define AISP_SPACE_MAX_PARAMS      12
#define AISP_SPACE_MAX_VALUES      64
#define AISP_SPACE_MAX_POINTS      65536
#define AISP_SPACE_MAX_CONSTRAINTS 32
#define AISP_SPACE_MAX_SIZES       9 /* one of the search, eight kept from it */
#define AISP_SPACE_MAX_NAME        32
#define AISP_SPACE_MAX_LINE        240

struct aisp_space_param {
	char name[AISP_SPACE_MAX_NAME];
	int64_t value[AISP_SPACE_MAX_VALUES]; /* as the file has them, none twice */
	int n;
};

/* Parameters of the workload, each with its value; ascending by name. */
struct aisp_space_size {
	char name[AISP_SPACE_MAX_PARAMS][AISP_SPACE_MAX_NAME];
	int64_t value[AISP_SPACE_MAX_PARAMS];
	int n;
};

struct aisp_space {
	struct aisp_space_param param[AISP_SPACE_MAX_PARAMS];
	int n_params;
	char constraint[AISP_SPACE_MAX_CONSTRAINTS][AISP_SPACE_MAX_LINE];
	int n_constraints;
	struct aisp_space_size size[AISP_SPACE_MAX_SIZES]; /* [0]: of the search */
	int n_sizes;
	int n_points; /* of the grid */
	int n_feasible;
	bool *is_feasible; /* of each point */
};

/*
 * Parses a space; `file` is for messages.  Returns 0; or -1 with *err naming the line
 * and the remedy, and nothing to release.
 */
int aisp_space_parse(struct aisp_space *s, const char *text, const char *file,
		     struct aisp_err *err);
void aisp_space_release(struct aisp_space *s);

/* The index of the parameter's value at that point, and the value. */
int aisp_space_digit(const struct aisp_space *s, int point, int param);
int64_t aisp_space_value(const struct aisp_space *s, int point, int param);

/* The point with that parameter `by` values further; -1: there is none. */
int aisp_space_step(const struct aisp_space *s, int point, int param, int by);

/* Returns -1 if the space has no such parameter. */
int aisp_space_find_param(const struct aisp_space *s, const char *name);

/* The point with these values, one per parameter; -1 if a value is not in the space. */
int aisp_space_find(const struct aisp_space *s, const int64_t *values);

/* The first constraint that the point breaks; NULL: none. */
const char *aisp_space_broken(const struct aisp_space *s, int point);

/* "mr=4 nr=16", and "m=256 n=256"; cut at size. */
void aisp_space_point_text(const struct aisp_space *s, int point, char *buf,
			   size_t size);
void aisp_space_size_text(const struct aisp_space_size *z, char *buf, size_t size);

/* space_parse.c's: which points hold.  0, or -1 with *err filled. */
int aisp_space_mark_feasible(struct aisp_space *s, const int *lines, const char *file,
			     struct aisp_err *err);

#endif
