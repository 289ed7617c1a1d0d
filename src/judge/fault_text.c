/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "fault_text.h"
#include "params_text.h"

void aisp_fault_keep(char *text, size_t size, const struct aisp_contract *c, int dist,
		     const char *wrong)
{
	size_t n;

	if (text[0] || !wrong[0])
		return;
	n = aisp_params_text(text, size, c);
	snprintf(text + n, size - n, "%s%s inputs: %s", n ? ", " : "",
		 aisp_dist_name((enum aisp_dist)dist), wrong);
}
