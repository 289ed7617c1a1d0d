/* SPDX-License-Identifier: MIT
 *
 * Gradients are clipped by their norm (R. Pascanu, T. Mikolov and Y. Bengio, On the
 * difficulty of training recurrent neural networks, 2013): of all tensors together,
 * which lie one behind the other in g,
 *
 *     norm = sqrt(sum of g^2),  g = g min(1, MOST_NORM / norm)  in place
 *
 * The factor depends on every element, so that none can be scaled before all were read.
 * Squares of fp32 are added up in fp64, where none overflows.
 */
#include <aisp/workload.h>

enum { N, THREADS };
enum { G, NORM }; /* outputs; the first starts as the hidden input */

#define MOST_NORM 1.0

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_inout(pr, (struct aisp_spec){ "g", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "norm", AISP_F32, 1, { 1 } });
	pr->flops = 3.0 * (double)p[N];
	pr->bytes = 8.0 * (double)p[N]; /* where a cache holds g, it is read once */
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->error_c = 8; /* the factor and its product; sums are of fp64 */
}

static inline double norm_of(const struct aisp_io *io)
{
	const float *g = aisp_in_f32(io, G);
	double part[8] = { 0 }, sum = 0;

	for (int64_t i = 0; i < io->param[N]; i++)
		part[i % 8] += (double)g[i] * (double)g[i];
	for (int k = 0; k < 8; k++)
		sum += part[k];
	return sqrt(sum);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	double norm = norm_of(io), factor = norm > MOST_NORM ? MOST_NORM / norm : 1;

	for (int64_t i = 0; i < n; i++) {
		ref[i] = o == NORM ? norm
				   : factor * (double)aisp_in_f32(io, G)[first + i];
		mag[i] = fabs(ref[i]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients clipped by their norm, in place",
	.n_params = 2,
	.params = { [N] = { "n", 10007, 1 << 21, 1 << 24, "elements of all tensors",
			    1 << 25 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
