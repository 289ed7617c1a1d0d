/* SPDX-License-Identifier: MIT
 *
 * y = x w, a layer whose inputs and outputs lie in the host's memory and whose
 * weights lie in the GPU's.  Three parts of the machine have work: the link one
 * way, the SMs, the link back.  On a CPU the two copies are those between buffers that
 * others own, as of a network, and the workspace.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { ROWS };

#define DIM 256 /* columns of x, and of y */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t elems = p[ROWS] * DIM;

	aisp_add_in(pr, (struct aisp_spec){ .name = "x",
					    .dtype = AISP_F32,
					    .rank = 2,
					    .shape = { p[ROWS], DIM },
					    .on_host = 1 });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { DIM, DIM } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "y",
					     .dtype = AISP_F32,
					     .rank = 2,
					     .shape = { p[ROWS], DIM },
					     .on_host = 1 });
	pr->flops = 2.0 * (double)elems * DIM;
	pr->bytes = (2.0 * (double)elems + DIM * DIM) * sizeof(float);
	pr->workspace_bytes = 2 * (size_t)elems * sizeof(float);
	pr->uses = AISP_USES_STREAMS | AISP_USES_FIXED_IO;
	pr->n_threads = 2; /* of the CPU */
	pr->error_c = aisp_error_sum(DIM);
}

static void reference_row(const float *x, const float *w, double *ref, double *mag)
{
	for (int j = 0; j < DIM; j++) {
		ref[j] = 0;
		mag[j] = DIM * (double)FLT_MIN; /* products may be subnormal */
	}
	for (int k = 0; k < DIM; k++)
		for (int j = 0; j < DIM; j++) {
			double term = (double)x[k] * (double)w[k * DIM + j];

			ref[j] += term;
			mag[j] += fabs(term);
		}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t e = 0; e < n; e += DIM)
		reference_row(aisp_in_f32(io, 0) + first + e, aisp_in_f32(io, 1),
			      ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a layer between buffers of the host, fp32",
	.n_params = 1,
	.params = { [ROWS] = { "rows", 67, 8192, 262144, "rows of x", 65536 } },
	.problem = problem,
	.reference = reference,
};
