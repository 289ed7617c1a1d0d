/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/dtype.h"
#include "sol.h"

static double bytes_of(const struct aisp_spec *s, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		double bytes = (double)aisp_dtype_bytes(s[i].dtype);

		for (int k = 0; k < s[i].rank; k++)
			bytes *= (double)s[i].shape[k];
		sum += bytes;
	}
	return sum;
}

static double write_share(const struct aisp_problem *pr)
{
	double in = bytes_of(pr->in, pr->n_in), out = bytes_of(pr->out, pr->n_out);

	return out / (in + out);
}

static int bound(const struct aisp_group *g, const struct aisp_peaks *peaks,
		 double share, struct aisp_roof *roof)
{
	const struct aisp_problem *pr = &g->contract.problem;
	double all_bytes = pr->bytes * g->sampling.calls_per_sample;

	if (!peaks || g->device != AISP_DEVICE_CPU)
		return -1;
	for (int i = 0; i < pr->n_in; i++)
		if (pr->in[i].in_file)
			return -1; /* what bounds a file is no peak of the processor's
				    */
	return aisp_roof_bound(peaks, pr->flops, pr->bytes, pr->compute, pr->n_threads,
			       pr->is_cold ? INFINITY : all_bytes, share, roof);
}

int aisp_sol_bound(const struct aisp_group *g, const struct aisp_peaks *peaks,
		   struct aisp_roof *roof)
{
	return bound(g, peaks, write_share(&g->contract.problem), roof);
}

void aisp_sol_note(struct aisp_group *g, const struct aisp_peaks *peaks)
{
	struct aisp_roof roof;

	if (bound(g, peaks, -1, &roof))
		return;
	for (int i = 0; i < g->n_arms; i++)
		for (int k = 0; k < g->arms[i].n_launches; k++) {
			struct aisp_measured *m = &g->arms[i].launches[k];

			if (m->n_samples) /* less than nothing, once the bias is off */
				m->evidence.sol_fraction =
					roof.ns / fmax(m->median_ns, 1e-3);
		}
}
