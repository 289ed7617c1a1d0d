/* SPDX-License-Identifier: MIT
 *
 * space.c - the grid of a space, and its constraints.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/condition.h"
#include "space.h"

struct place {
	const struct aisp_space *s;
	int point;
};

/* The distance between points that are neighbours in that parameter. */
static int stride(const struct aisp_space *s, int param)
{
	int n = 1;

	for (int i = param + 1; i < s->n_params; i++)
		n *= s->param[i].n;
	return n;
}

int aisp_space_digit(const struct aisp_space *s, int point, int param)
{
	return point / stride(s, param) % s->param[param].n;
}

int64_t aisp_space_value(const struct aisp_space *s, int point, int param)
{
	return s->param[param].value[aisp_space_digit(s, point, param)];
}

int aisp_space_step(const struct aisp_space *s, int point, int param, int by)
{
	int digit = aisp_space_digit(s, point, param) + by;

	return digit < 0 || digit >= s->param[param].n ? -1
						       : point + by * stride(s, param);
}

int aisp_space_find_param(const struct aisp_space *s, const char *name)
{
	for (int i = 0; i < s->n_params; i++)
		if (!strcmp(s->param[i].name, name))
			return i;
	return -1;
}

int aisp_space_find(const struct aisp_space *s, const int64_t *values)
{
	int point = 0;

	for (int i = 0; i < s->n_params; i++) {
		const struct aisp_space_param *p = &s->param[i];
		int digit = 0;

		while (digit < p->n && p->value[digit] != values[i])
			digit++;
		if (digit == p->n)
			return -1;
		point = point * p->n + digit;
	}
	return point;
}

static bool find_name(const void *world, const char *name, int n, struct aisp_value *v)
{
	const struct place *at = world;

	for (int i = 0; i < at->s->n_params; i++) {
		const char *own = at->s->param[i].name;

		if ((int)strlen(own) != n || strncmp(own, name, (size_t)n) != 0)
			continue;
		*v = (struct aisp_value){ .kind = AISP_VALUE_INTEGER,
					  .integer = aisp_space_value(at->s, at->point,
								      i) };
		return true;
	}
	return false;
}

/* Returns 1 if it holds, else 0; -1 with *err filled: it is invalid for these names. */
static int holds(const struct aisp_space *s, int point, int constraint,
		 const char *file, int line, struct aisp_err *err)
{
	const struct place at = { s, point };
	struct aisp_err why;
	struct aisp_reader r = { .at = s->constraint[constraint],
				 .file = file,
				 .line = line,
				 .tag = "constraint",
				 .find = find_name,
				 .world = &at,
				 .err = &why };
	int rc = aisp_condition_read(&r, "want one comparison; a second constraint is "
					 "a line of its own");

	return rc < 0 ? aisp_err_usage(err, "%s", why.msg) : rc;
}

const char *aisp_space_broken(const struct aisp_space *s, int point)
{
	for (int c = 0; c < s->n_constraints; c++)
		if (holds(s, point, c, "", 0, NULL) != 1)
			return s->constraint[c];
	return NULL;
}

/* A constraint that is invalid at one point is an error of the file. */
static int mark_point(struct aisp_space *s, int point, const int *lines,
		      const char *file, struct aisp_err *err)
{
	s->is_feasible[point] = true;
	for (int c = 0; c < s->n_constraints; c++) {
		int rc = holds(s, point, c, file, lines[c], err);

		if (rc < 0)
			return -1;
		s->is_feasible[point] &= rc;
	}
	s->n_feasible += s->is_feasible[point];
	return 0;
}

int aisp_space_mark_feasible(struct aisp_space *s, const int *lines, const char *file,
			     struct aisp_err *err)
{
	s->is_feasible = calloc((size_t)s->n_points, sizeof(*s->is_feasible));
	if (!s->is_feasible)
		return aisp_err_set(err, "out of memory");
	for (int point = 0; point < s->n_points; point++)
		if (mark_point(s, point, lines, file, err))
			return -1;
	if (!s->n_feasible)
		return aisp_err_usage(err,
				      "%.200s: no point satisfies all constraints; "
				      "loosen one",
				      file);
	return 0;
}

void aisp_space_release(struct aisp_space *s)
{
	free(s->is_feasible);
	s->is_feasible = NULL;
}

void aisp_space_point_text(const struct aisp_space *s, int point, char *buf,
			   size_t size)
{
	size_t used = 0;

	*buf = '\0';
	for (int i = 0; i < s->n_params && used < size; i++)
		used += (size_t)snprintf(buf + used, size - used, "%s%s=%" PRId64,
					 i ? " " : "", s->param[i].name,
					 aisp_space_value(s, point, i));
}

void aisp_space_size_text(const struct aisp_space_size *z, char *buf, size_t size)
{
	size_t used = 0;

	*buf = '\0';
	for (int i = 0; i < z->n && used < size; i++)
		used += (size_t)snprintf(buf + used, size - used, "%s%s=%" PRId64,
					 i ? " " : "", z->name[i], z->value[i]);
}
