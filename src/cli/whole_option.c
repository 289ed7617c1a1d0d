/* SPDX-License-Identifier: MIT */
#include "whole_option.h"

#include <stdlib.h>

int whole_option(struct argp_state *state, const char *option, const char *arg,
		 long least, long most)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (end == arg || *end || n < least || n > most)
		argp_error(state, "%s: '%s' is not a whole number from %ld to %ld",
			   option, arg, least, most);
	return (int)n;
}
