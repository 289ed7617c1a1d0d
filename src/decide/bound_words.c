/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>

#include "base/dtype.h"
#include "bound_words.h"

static bool has_rounding(const struct aisp_problem *pr)
{
	for (int o = 0; o < pr->n_out; o++)
		if (aisp_dtype_roundoff(pr->out[o].dtype) > 0)
			return true;
	return false;
}

const char *aisp_bound_words(const struct aisp_problem *pr, char text[96])
{
	text[0] = '\0';
	if (!pr)
		return ", or the bound is too small (error_c)";
	if (has_rounding(pr) && pr->error_c > 0)
		snprintf(text, 96, ", or the bound is too small (error_c is %.3g)",
			 pr->error_c);
	else if (has_rounding(pr))
		snprintf(text, 96, ", or the bound is missing (error_c is unset)");
	return text;
}
