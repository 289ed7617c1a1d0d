/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

double aisp_map_get(const struct aisp_map *m, const char *name)
{
	for (int i = 0; i < m->n; i++)
		if (!strcmp(m->at[i].name, name))
			return m->at[i].value;
	return NAN;
}

void aisp_map_text(char *buf, size_t size, const struct aisp_map *params)
{
	size_t used = 0;

	buf[0] = '\0';
	for (int i = 0; i < params->n && used < size; i++) {
		const struct aisp_named *p = &params->at[i];

		used += (size_t)snprintf(buf + used, size - used,
					 "%s%s=", used ? " " : "", p->name);
		if (used < size && p->whole != AISP_UNKNOWN)
			used += (size_t)snprintf(buf + used, size - used, "%" PRId64,
						 p->whole);
		else if (used < size)
			used += (size_t)snprintf(buf + used, size - used, "%.15g",
						 p->value);
	}
}

bool aisp_map_equal(const struct aisp_map *a, const struct aisp_map *b)
{
	bool is_equal = a->n == b->n;

	for (int i = 0; i < a->n && is_equal; i++)
		is_equal = a->at[i].value == aisp_map_get(b, a->at[i].name);
	return is_equal;
}

double aisp_whole(int64_t n)
{
	return n == AISP_UNKNOWN ? NAN : (double)n;
}
