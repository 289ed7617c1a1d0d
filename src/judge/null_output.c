/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "null_output.h"

#define NULL_BYTES (1 << 20) /* nothing is mapped so low */

/* An element of an array that begins at no address. */
static bool is_near_null(const char *why)
{
	static const char head[] = "SIGSEGV at address ";

	return !strncmp(why, head, strlen(head)) &&
	       strtoull(why + strlen(head), NULL, 0) < NULL_BYTES;
}

static int first_unchosen(const struct aisp_problem *pr)
{
	int o = 0;

	while (o < pr->n_out && pr->out[o].is_choice)
		o++;
	return o;
}

void aisp_null_output_explain(const struct aisp_problem *pr, const char *function,
			      char *why, size_t size)
{
	int o = first_unchosen(pr);
	size_t n = strlen(why);

	if (strcmp(function, "reference()") != 0 || !is_near_null(why) ||
	    o == pr->n_out)
		return;
	snprintf(why + n, size - n,
		 ": io->out[%d].data is NULL here, as '%.40s' is no choice "
		 "(.is_choice)",
		 o, pr->out[o].name);
}
