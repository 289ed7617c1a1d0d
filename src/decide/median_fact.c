/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/stats.h"
#include "median_fact.h"

double aisp_median_fact(const struct aisp_arm *a, enum aisp_fact fact)
{
	double x[AISP_MAX_BLOCKS];
	int n = 0;

	for (int i = 0; i < a->n_launches && n < AISP_MAX_BLOCKS; i++) {
		const struct aisp_measured *m = &a->launches[i];
		double value = aisp_evidence_get(&m->evidence, fact);

		if (m->block >= 0 && m->status == AISP_LAUNCH_OK && !isnan(value))
			x[n++] = value;
	}
	return n ? aisp_median(x, n) : NAN;
}
