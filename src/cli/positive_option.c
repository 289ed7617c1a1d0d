/* SPDX-License-Identifier: MIT */
#include "positive_option.h"

#include <math.h>
#include <stdlib.h>

double positive_option(struct argp_state *state, const char *option, const char *arg)
{
	char *end;
	double x = strtod(arg, &end);

	if (end == arg || *end || !(x > 0) || !isfinite(x))
		argp_error(state, "%s: '%s' is not a positive number", option, arg);
	return x;
}
