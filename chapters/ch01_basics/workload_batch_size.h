/* SPDX-License-Identifier: MIT
 *
 * One layer, Y = X W^T, for several requests at once.  Its weights are far more
 * than the requests: how often they are read decides.
 * FLAGS: -O3
 */
#include <aisp/clones.h>
#include <aisp/workload.h>
#include <float.h>

enum { REQUESTS, N_IN, N_OUT };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t requests = p[REQUESTS], n_in = p[N_IN], n_out = p[N_OUT];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { requests, n_in } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { n_out, n_in } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { requests, n_out } });
	pr->flops = 2.0 * (double)requests * (double)n_in * (double)n_out;
	pr->bytes = (double)(requests * (n_in + n_out) + n_in * n_out) * sizeof(float);
	pr->error_c = aisp_error_sum(n_in);
}

static void reference_elem(const float *x, const float *w, int64_t n, double *ref,
			   double *mag)
{
	/* A product that underflows is off by up to half a subnormal. */
	double r = 0, m = (double)n * FLT_MIN;

	for (int64_t j = 0; j < n; j++) {
		double term = (double)x[j] * (double)w[j];

		r += term;
		m += fabs(term);
	}
	*ref = r;
	*mag = m;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t n_in = io->param[N_IN], n_out = io->param[N_OUT];

	(void)o;
	for (int64_t e = 0; e < n; e++)
		reference_elem(aisp_in_f32(io, 0) + (first + e) / n_out * n_in,
			       aisp_in_f32(io, 1) + (first + e) % n_out * n_in, n_in,
			       ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "one layer for a batch of requests, fp32",
	.n_params = 3,
	.params = { [REQUESTS] = { "requests", 5, 8, 32, "requests", 16 },
		    [N_IN] = { "n_in", 211, 2000, 4000, "inputs of the layer", 8192 },
		    [N_OUT] = { "n_out", 83, 4100, 4100, "outputs of the layer",
				8192 } },
	.problem = problem,
	.reference = reference,
};
