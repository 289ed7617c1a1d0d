/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "sol.h"

int aisp_sol_bound(const struct aisp_group *g, const struct aisp_peaks *peaks,
		   struct aisp_roof *roof)
{
	const struct aisp_problem *pr = &g->contract.problem;

	if (!peaks)
		return -1;
	for (int i = 0; i < pr->n_in; i++)
		if (pr->in[i].in_file)
			return -1; /* what bounds a file is no peak of the processor's
				    */
	return aisp_roof_bound(peaks, pr->flops, pr->bytes, pr->compute, pr->n_threads,
			       pr->bytes * g->sampling.calls_per_sample, roof);
}

void aisp_sol_note(struct aisp_group *g, const struct aisp_peaks *peaks)
{
	struct aisp_roof roof;

	if (aisp_sol_bound(g, peaks, &roof))
		return;
	for (int i = 0; i < g->n_arms; i++)
		for (int k = 0; k < g->arms[i].n_launches; k++) {
			struct aisp_measured *m = &g->arms[i].launches[k];

			if (m->n_samples) /* less than nothing, once the bias is off */
				m->evidence.sol_fraction =
					roof.ns / fmax(m->median_ns, 1e-3);
		}
}
