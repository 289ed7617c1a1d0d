/* SPDX-License-Identifier: MIT
 *
 * Background work and a chain of short steps beside it.  Background: y = 3 x + 1,
 * much of it.  Chain: the points of a ring are smoothed, h_i = (h_{i-1} + 2 h_i +
 * h_{i+1}) / 4, again and again; each step needs all of the one before.  A call is
 * over when both are, and it is the call that is timed.
 */
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { N, RING, STEPS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "start", AISP_F32, 1, { p[RING] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "end", AISP_F32, 1, { p[RING] } });
	pr->flops = 2.0 * (double)p[N] + 4.0 * (double)(p[RING] * p[STEPS]);
	pr->bytes = 2.0 * (double)(p[N] + p[RING]) * sizeof(float);
	pr->workspace_bytes = 2 * (size_t)p[RING] * sizeof(float);
	pr->uses = AISP_USES_STREAMS;
	pr->error_c = aisp_error_sum(2 * p[STEPS]);
	if (!p[STEPS])
		pr->invalid = "steps must not be 0";
}

static void background(const float *x, int64_t n, double *ref, double *mag)
{
	for (int64_t k = 0; k < n; k++) {
		ref[k] = 3 * (double)x[k] + 1;
		mag[k] = 3 * fabs((double)x[k]) + 1;
	}
}

/* One step in place on n + 2 points; the outer two have no neighbour and go stale. */
static void step(double *h, int64_t n)
{
	double left = h[0];

	for (int64_t i = 1; i <= n; i++) {
		double here = h[i];

		h[i] = (left + 2 * here + h[i + 1]) / 4;
		left = here;
	}
}

/* After k steps, k points at either end of what was loaded are stale. */
static void chain(const struct aisp_io *io, int64_t first, int64_t n, double *ref,
		  double *mag)
{
	int64_t ring = io->param[RING], steps = io->param[STEPS], m = n + 2 * steps;
	double *h = (double *)malloc(2 * (size_t)m * sizeof(*h)), *abs_h = h + m;

	for (int64_t i = 0; h && i < m; i++) {
		int64_t at = ((first - steps + i) % ring + ring) % ring;

		h[i] = (double)aisp_in_f32(io, 1)[at];
		abs_h[i] = fabs(h[i]) + FLT_MIN; /* steps may be subnormal */
	}
	for (int64_t k = 0; h && k < steps; k++) {
		step(h, m - 2);
		step(abs_h, m - 2);
	}
	for (int64_t i = 0; i < n; i++) {
		ref[i] = h ? h[steps + i] : NAN;
		mag[i] = h ? abs_h[steps + i] : 0;
	}
	free(h);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	if (o == 0)
		background(aisp_in_f32(io, 0) + first, n, ref, mag);
	else
		chain(io, first, n, ref, mag);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a chain of short steps beside background work",
	.n_params = 3,
	.params = { [N] = { "n", 10007, 128 << 20, 256 << 20, "background elements" },
		    [RING] = { "ring", 307, 16384, 16384, "points of the ring" },
		    [STEPS] = { "steps", 5, 64, 64, "steps of the chain" } },
	.problem = problem,
	.reference = reference,
};
