/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export_side.h"
#include "format.h"

int aisp_sides_read(struct aisp_side sides[AISP_N_ROLES],
		    const struct aisp_run_result *r)
{
	int n = 0;

	if (r->status != AISP_WORD_MEASURED ||
	    aisp_result_verdict(r) == AISP_WORD_INVALID)
		return 0;
	for (int k = 0; k < AISP_N_ROLES; k++)
		if (r->arms[k] && r->arms[k]->median_ns > 0)
			sides[n++] =
				(struct aisp_side){ (enum aisp_role)k, r->arms[k] };
	return n;
}

void aisp_side_excuse(char *buf, size_t size, const struct aisp_row *row)
{
	const char *word = row->text;
	size_t used = (size_t)snprintf(buf, size, "%s", word);

	if (*row->reason && used + 2 < size) {
		memcpy(buf + used, ": ", 3);
		aisp_format_text(buf + used + 2, size - used - 2, row->reason);
	}
}

double *aisp_arm_medians(const struct aisp_run_arm *arm, int *n)
{
	double *ns = calloc((size_t)arm->n_launches + 1, sizeof(*ns));

	*n = 0;
	for (int i = 0; ns && i < arm->n_launches; i++)
		if (aisp_launch_counts(&arm->launches[i]))
			ns[(*n)++] = arm->launches[i].median_ns;
	return ns;
}

double aisp_arm_evidence(const struct aisp_run_arm *arm, const char *fact)
{
	double most = NAN;

	for (int i = 0; arm && i < arm->n_launches; i++)
		if (aisp_launch_is_whole(&arm->launches[i]))
			most = fmax(most,
				    aisp_map_get(&arm->launches[i].evidence, fact));
	return most;
}
