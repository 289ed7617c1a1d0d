/* SPDX-License-Identifier: MIT
 *
 * All-gather between GPUs: every rank ends with the inputs of all, plus a table that
 * all were given.  Windows are written by peers, and begin as zeros.
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>

enum { RANKS, ELEMS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];
	struct aisp_spec a = { "a", AISP_F32, 2, { p[RANKS], n } };
	struct aisp_spec all = { "all", AISP_F32, 3, { p[RANKS], p[RANKS], n } };
	struct aisp_spec bias = { "bias", AISP_F32, 1, { n } };

	a.part[0] = all.part[0] = AISP_PART_RANKS;
	aisp_add_in(pr, a);
	aisp_add_in(pr, bias);
	aisp_add_out(pr, all);
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = (size_t)(p[RANKS] * n) * sizeof(float);
	pr->ranks.peers_write = 1;
	pr->ranks.is_zero = 1;
	pr->ranks.size_bytes = 4.0 * (double)(p[RANKS] * n);
	pr->ranks.wire_bytes = 4.0 * (double)((p[RANKS] - 1) * n);
	pr->error_c = 2; /* one rounding, and room for its root mean square */
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t row = io->in[0].shape[1], whole = row * io->in[0].shape[0];
	const float *a = aisp_in_f32(io, 0), *bias = aisp_in_f32(io, 1);

	(void)o;
	for (int64_t i = first; i < first + n; i++) {
		double x = (double)a[i % whole], b = (double)bias[i % row];

		ref[i - first] = x + b;
		mag[i - first] = fabs(x) + fabs(b);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-gather between GPUs",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 2, "GPUs" },
		    [ELEMS] = { "elems", 4099, 1 << 20, 1 << 24, "of each rank",
				1 << 20 } },
	.problem = problem,
	.reference = reference,
};
