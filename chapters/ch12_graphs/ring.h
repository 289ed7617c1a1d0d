/* SPDX-License-Identifier: MIT
 *
 * ring.h - heat that spreads along a ring of cells, step by step: a chain of tiny
 * dependent kernels.  What two workloads share, which differ in what they leave
 * open to the variants.
 */
#include <aisp/workload.h>
#include <float.h>

enum { N, STEPS };

#define MAX_CELLS 16384

static void ring_problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = 4.0 * (double)(p[N] * p[STEPS]);
	pr->bytes = 2.0 * (double)p[N] * sizeof(float);
	pr->bound_by = "dependent steps";
	pr->workspace_bytes = 2 * (size_t)p[N] * sizeof(float);
	/* Three roundings a step, of at most the step's mag each. */
	pr->error_c = aisp_error_sum(3 * p[STEPS]);
	if (p[N] > MAX_CELLS)
		pr->invalid = "the state must fit a block: n is at most 16384";
}

static void ring_step(const double *now, double *next, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		next[i] = 0.25 * now[i ? i - 1 : n - 1] + 0.5 * now[i] +
			  0.25 * now[i + 1 < n ? i + 1 : 0];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	double y[2][MAX_CELLS], m[2][MAX_CELLS];
	int64_t cells = io->param[N], steps = io->param[STEPS];

	(void)o;
	for (int64_t i = 0; i < cells; i++) {
		y[0][i] = (double)aisp_in_f32(io, 0)[i];
		m[0][i] = fabs(y[0][i]) + FLT_MIN; /* a term may underflow */
	}
	for (int64_t k = 0; k < steps; k++) {
		ring_step(y[k % 2], y[(k + 1) % 2], cells);
		ring_step(m[k % 2], m[(k + 1) % 2], cells);
	}
	for (int64_t e = 0; e < n; e++) {
		ref[e] = y[steps % 2][first + e];
		mag[e] = m[steps % 2][first + e];
	}
}
