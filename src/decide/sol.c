/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "device/layout.h"
#include "sol.h"

#define BAD_MOMENT 3 /* times too fast: peaks of a busy machine */

static double bytes_of(const struct aisp_spec *s, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += (double)aisp_spec_bytes(&s[i]);
	return sum;
}

static double write_share(const struct aisp_problem *pr)
{
	double in = bytes_of(pr->in, pr->n_in), out = bytes_of(pr->out, pr->n_out);

	return out / (in + out);
}

static double host_bytes(const struct aisp_spec *s, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		if (s[i].on_host)
			sum += bytes_of(&s[i], 1);
	return sum;
}

/* Of the host's inputs, what must cross the link; bytes leave out the rest. */
static double from_host_bytes(const struct aisp_problem *pr)
{
	double needed = fmax(pr->bytes - bytes_of(pr->out, pr->n_out), 0);

	return fmin(host_bytes(pr->in, pr->n_in), needed);
}

static int bound(const struct aisp_group *g, const struct aisp_limits *limits,
		 double share, struct aisp_roof *roof)
{
	const struct aisp_problem *pr = g->problem;
	const struct aisp_device_kind *kind = aisp_device_kind(g->device);
	/* Ranks on the CPU share its memory; on other devices each rank has one. */
	double n = pr->ranks.n && !kind->is_host ? pr->ranks.n : 1;
	const struct aisp_work work = {
		.flops = pr->flops / n,
		.bytes = pr->bytes / n,
		.from_host_bytes = from_host_bytes(pr) / n,
		.to_host_bytes = host_bytes(pr->out, pr->n_out) / n,
		.wire_bytes = pr->ranks.wire_bytes,
		.all_bytes = pr->bytes / n * g->sampling.calls_per_sample,
		.write_share = share,
		.compute = pr->compute,
		.n_threads = pr->n_threads * (pr->ranks.n ? pr->ranks.n : 1),
		.is_cold = pr->is_cold,
	};

	for (int i = 0; i < pr->n_in; i++)
		if (pr->in[i].in_file)
			return -1; /* a device's peaks do not bound file access */
	for (int o = 0; o < pr->n_out; o++)
		if (pr->out[o].in_file)
			return -1;
	return kind->roof(&limits->peaks, &work, roof);
}

int aisp_sol_bound(const struct aisp_group *g, const struct aisp_limits *limits,
		   struct aisp_roof *roof)
{
	if (g->problem->bound_by)
		return -1;
	return bound(g, limits, write_share(g->problem), roof);
}

static void note(struct aisp_group *g, const struct aisp_roof *roof)
{
	for (int i = 0; i < g->n_arms; i++)
		for (int k = 0; k < g->arms[i].n_launches; k++) {
			struct aisp_measured *m = &g->arms[i].launches[k];

			if (m->n_samples) /* a median without the bias may be negative
					   */
				m->evidence.sol_fraction =
					roof->ns / fmax(m->median_ns, 1e-3);
		}
}

/* Most launches of the arm are faster than the bound times x, and not absurdly so. */
static bool is_over(const struct aisp_arm *a, double x)
{
	int n_over = 0;

	for (int k = 0; k < a->n_launches; k++) {
		double fraction = a->launches[k].evidence.sol_fraction;

		n_over += fraction > AISP_ROOF_ERROR * x && fraction < BAD_MOMENT;
	}
	return 2 * n_over > a->n_launches;
}

static bool is_roof_doubtful(const struct aisp_group *g)
{
	for (int i = 0; i < g->n_arms; i++)
		if (is_over(&g->arms[i], 1))
			return true;
	return false;
}

bool aisp_sol_is_close(const struct aisp_group *g, const struct aisp_arm *a)
{
	return is_over(a, 1) && !is_over(a, 1 + g->margin);
}

void aisp_sol_note(struct aisp_group *g, const struct aisp_limits *limits)
{
	struct aisp_roof roof;

	if (bound(g, limits, -1, &roof))
		return;
	note(g, &roof);
	if (aisp_device_kind(g->device)->doubts_peaks && limits->raise_peaks &&
	    is_roof_doubtful(g) && limits->raise_peaks(limits->raise_arg) &&
	    !bound(g, limits, -1, &roof))
		note(g, &roof);
}
