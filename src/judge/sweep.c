/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"

static int parse_value(struct aisp_sweep *s, const char *text, char **end,
		       struct aisp_err *err)
{
	errno = 0;
	s->values[s->n] = strtoll(text, end, 10);
	if (*end == text || errno || (**end && **end != ','))
		return aisp_err_set(err, "parameter '%s': '%s' is not an integer",
				    s->name, text);
	s->n++;
	return 0;
}

int aisp_sweep_parse(struct aisp_sweep *s, const char *text, struct aisp_err *err)
{
	const char *equals = strchr(text, '=');
	char *end;

	memset(s, 0, sizeof(*s));
	if (!equals || equals == text || (size_t)(equals - text) >= sizeof(s->name))
		return aisp_err_set(err, "parameter '%s': want NAME=VALUE[,VALUE...]",
				    text);
	memcpy(s->name, text, (size_t)(equals - text));
	for (text = equals + 1;; text = end + 1) {
		if (s->n == AISP_MAX_SWEEP)
			return aisp_err_set(err, "parameter '%s': at most %d values",
					    s->name, AISP_MAX_SWEEP);
		if (parse_value(s, text, &end, err))
			return -1;
		if (!*end)
			return 0;
	}
}

int aisp_extra_parse(struct aisp_extra *x, const char *text, struct aisp_err *err)
{
	const char *equals = strchr(text, '=');
	struct aisp_sweep s;

	if (!equals || equals == text || (size_t)(equals - text) >= sizeof(x->pattern))
		return aisp_err_set(err, "'%s': want PATTERN=NAME=VALUE", text);
	if (aisp_sweep_parse(&s, equals + 1, err))
		return -1;
	if (s.n != 1)
		return aisp_err_set(err, "'%s': one value; --param makes sweeps", text);
	snprintf(x->pattern, sizeof(x->pattern), "%.*s", (int)(equals - text), text);
	memcpy(x->name, s.name, sizeof(x->name));
	x->value = s.values[0];
	return 0;
}
