/* SPDX-License-Identifier: MIT
 *
 * roof.c - the roofline model (Williams, Waterman and Patterson, 2009) with a
 * roof for each level of the memory.
 */
#include <math.h>
#include <stdio.h>

#include "peak.h"

static double at_threads(const struct aisp_figure f[AISP_N_WIDTHS], int n)
{
	double one = f[AISP_WIDTH_ONE].best, all = f[AISP_WIDTH_ALL].best;

	return fmax(one, fmin(one * n, all));
}

/* The share of writes among the arrays of a stream. */
static const double share_of[AISP_N_STREAMS] = { [AISP_STREAM_READ] = 0,
						 [AISP_STREAM_COPY] = 1. / 2,
						 [AISP_STREAM_TRIAD] = 1. / 3,
						 [AISP_STREAM_FILL] = 1 };

static double best_bandwidth(const struct aisp_peaks *p, enum aisp_level level, int n)
{
	double best = 0;

	for (int s = 0; s < AISP_N_STREAMS; s++)
		best = fmax(best, at_threads(p->bandwidth[level][s], n));
	return best;
}

static double level_bandwidth(const struct aisp_peaks *p, enum aisp_level level, int n,
			      double write_share)
{
	int nearest = 0;

	if (write_share < 0)
		return best_bandwidth(p, level, n);
	for (int s = 0; s < AISP_N_STREAMS; s++)
		if (fabs(share_of[s] - write_share) <
		    fabs(share_of[nearest] - write_share))
			nearest = s;
	return at_threads(p->bandwidth[level][nearest], n);
}

/* What n threads can keep in the levels above this one, each in its own copy. */
static double held_above(const struct aisp_peaks *p, enum aisp_level level, int n)
{
	double held = 0;

	for (int l = 0; l < (int)level; l++)
		held += p->level_bytes[l] * fmin(p->level_instances[l], n);
	return held;
}

static enum aisp_dtype arithmetic_of(const struct aisp_peaks *p, enum aisp_dtype t)
{
	if (p->flops[t][AISP_WIDTH_ONE].best > 0)
		return t;
	return aisp_is_integer(t) || t == AISP_F64 ? t : AISP_F32;
}

static void raise_roof(struct aisp_roof *roof, double ns, const char *what, int n)
{
	if (!(ns > roof->ns))
		return;
	roof->ns = ns;
	snprintf(roof->name, sizeof(roof->name), "%s, %d thread%s", what, n,
		 n == 1 ? "" : "s");
}

int aisp_roof_bound(const struct aisp_peaks *p, double flops, double bytes,
		    enum aisp_dtype compute, int n_threads, double footprint_bytes,
		    double write_share, struct aisp_roof *roof)
{
	enum aisp_dtype t = arithmetic_of(p, compute);
	int n = n_threads < 1 ? 1 : n_threads;
	double rate = at_threads(p->flops[t], n);
	char what[24];

	*roof = (struct aisp_roof){ .ns = 0 };
	snprintf(what, sizeof(what), "%s %s", aisp_dtype_name(t),
		 aisp_dtype_roundoff(t) > 0 ? "FMA" : "arithmetic");
	if (rate > 0)
		raise_roof(roof, flops / rate * 1e9, what, n);
	for (int l = 0; l < AISP_N_LEVELS; l++) {
		double bw = level_bandwidth(p, l, n, write_share), missed;

		if (!(bw > 0) || !(footprint_bytes > 0))
			continue;
		missed = 1 - held_above(p, l, n) / footprint_bytes;
		if (missed > 0)
			raise_roof(roof, bytes * missed / bw * 1e9, aisp_level_name(l),
				   n);
	}
	return roof->ns > 0 ? 0 : -1;
}
