/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "export_side.h"
#include "format.h"

int aisp_sides_read(struct aisp_side sides[AISP_MAX_SIDES], const json_t *results,
		    size_t i)
{
	static const char *const roles[AISP_MAX_SIDES] = { "baseline", "optimized",
							   "library" };
	const json_t *r = json_array_get(json_object_get(results, "results"), i);
	const char *verdict =
		aisp_field_text(json_object_get(r, "comparison"), "verdict");
	int n = 0;

	if (strcmp(aisp_field_text(r, "status"), "measured") != 0 ||
	    !strcmp(verdict, "INVALID"))
		return 0;
	for (int k = 0; k < AISP_MAX_SIDES; k++) {
		const json_t *arm = aisp_result_arm(results, r, roles[k]);

		if (aisp_field_number(arm, "median_ns") > 0)
			sides[n++] = (struct aisp_side){ roles[k], arm };
	}
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

int aisp_launch_counts(const json_t *launch)
{
	return !strcmp(aisp_field_text(launch, "status"), "ok") &&
	       aisp_field_number(launch, "block") >= 0 &&
	       aisp_field_number(launch, "median_ns") > 0;
}

double *aisp_arm_medians(const json_t *arm, int *n)
{
	const json_t *launches = json_object_get(arm, "launches"), *v;
	double *ns = calloc(json_array_size(launches) + 1, sizeof(*ns));
	size_t i;

	*n = 0;
	json_array_foreach(launches, i, v) if (ns && aisp_launch_counts(v)) ns[(*n)++] =
		aisp_field_number(v, "median_ns");
	return ns;
}

double aisp_arm_evidence(const json_t *arm, const char *fact)
{
	double most = NAN;
	const json_t *v;
	size_t i;

	json_array_foreach(json_object_get(arm, "launches"), i,
			   v) if (aisp_launch_counts(v)) most =
		fmax(most, aisp_field_number(json_object_get(v, "evidence"), fact));
	return most;
}
