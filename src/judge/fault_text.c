/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "fault_text.h"

void aisp_fault_keep(char *text, size_t size, const struct aisp_contract *c, int dist,
		     const char *wrong)
{
	size_t n = 0;

	if (text[0] || !wrong[0])
		return;
	for (int i = 0; i < c->workload->n_params && n < size / 2; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%.40s=%" PRId64,
				      i ? " " : "", c->workload->params[i].name,
				      c->param[i]);
	snprintf(text + n, size - n, "%s%s inputs: %s", n ? ", " : "",
		 aisp_dist_name((enum aisp_dist)dist), wrong);
}
