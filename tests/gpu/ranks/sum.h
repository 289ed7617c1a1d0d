/* SPDX-License-Identifier: MIT
 *
 * All-reduce between GPUs: every rank ends with the sum of what all ranks had, added in
 * the order of ranks.
 */
#ifndef RANKS_SUM_H
#define RANKS_SUM_H

#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <string.h>

enum { RANKS, ELEMS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ELEMS];
	struct aisp_spec a = { "a", AISP_F32, 2, { p[RANKS], n } };
	struct aisp_spec sum = { "sum", AISP_F32, 2, { p[RANKS], n } };

	a.part[0] = sum.part[0] = AISP_PART_RANKS;
	aisp_add_in(pr, a);
	aisp_add_out(pr, sum);
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = (size_t)n * sizeof(float);
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes = 8.0 * (double)((p[RANKS] - 1) * n) / (double)p[RANKS];
	pr->flops = (double)((p[RANKS] - 1) * n);
	pr->error_c = aisp_error_sum(p[RANKS]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t row = io->in[0].shape[1];
	const float *a = aisp_in_f32(io, 0);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = mag[e] = 0;
		for (int64_t r = 0; r < io->in[0].shape[0]; r++) {
			double x = (double)a[r * row + (first + e) % row];

			ref[e] += x;
			mag[e] += fabs(x);
		}
	}
}

static const char *invariant(const struct aisp_io *io)
{
	size_t bytes = (size_t)io->out[0].shape[1] * sizeof(float);
	const float *y = aisp_out_f32(io, 0);

	for (int64_t r = 1; r < io->out[0].shape[0]; r++)
		if (memcmp(y, y + r * io->out[0].shape[1], bytes) != 0)
			return "ranks have sums of different bits";
	return NULL;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce between GPUs",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 2, "GPUs" },
		    [ELEMS] = { "elems", 4099, 1 << 20, 1 << 24, "of each rank",
				1 << 20 } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};

#endif
