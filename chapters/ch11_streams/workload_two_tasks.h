/* SPDX-License-Identifier: MIT
 *
 * Two tasks that know nothing of each other: the sum of each row of x, for which memory
 * binds, and a polynomial of each element of z, clamped to [-1, 1], for which
 * arithmetic does.  Done in turns, the memory waits for the one, and the multipliers
 * for the other.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { ROWS, COLS, POINTS, DEGREE, THREADS };
enum { X, Z, COEFFICIENTS };
enum { SUMS, Y };

/* The bound of a sum, and of two roundings a step of Horner's rule. */
static double bound_of(const int64_t *p, int o)
{
	return aisp_error_sum(o == SUMS ? p[COLS] : 2 * p[DEGREE]);
}

static double widest_bound(const int64_t *p)
{
	return fmax(bound_of(p, SUMS), bound_of(p, Y));
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double n = (double)(p[ROWS] * p[COLS]);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { p[ROWS], p[COLS] } });
	aisp_add_in(pr, (struct aisp_spec){ "z", AISP_F32, 1, { p[POINTS] } });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_F32, 1, { p[DEGREE] + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ "sum", AISP_F32, 1, { p[ROWS] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[POINTS] } });
	pr->flops = n + 2.0 * (double)(p[POINTS] * p[DEGREE]);
	pr->bytes = 4.0 * (n + (double)(p[ROWS] + 2 * p[POINTS] + p[DEGREE] + 1));
	pr->n_threads = (int)p[THREADS];
	pr->uses = AISP_USES_STREAMS;
	pr->is_cold = 1;
	pr->error_c = widest_bound(p);
}

static void sum_at(const struct aisp_io *io, int64_t row, double *ref, double *mag)
{
	int64_t cols = io->param[COLS];
	const float *x = aisp_in_f32(io, X) + row * cols;

	*ref = *mag = 0;
	for (int64_t j = 0; j < cols; j++) {
		*ref += (double)x[j];
		*mag += fabs((double)x[j]);
	}
}

static void value_at(const struct aisp_io *io, int64_t i, double *ref, double *mag)
{
	const float *c = aisp_in_f32(io, COEFFICIENTS);
	double t = fmin(fmax((double)aisp_in_f32(io, Z)[i], -1), 1);

	*ref = *mag = 0;
	for (int64_t k = io->param[DEGREE]; k >= 0; k--) {
		*ref = *ref * t + (double)c[k];
		*mag = *mag * fabs(t) + fabs((double)c[k]) + (double)FLT_MIN;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	double share = bound_of(io->param, o) / widest_bound(io->param);

	for (int64_t e = 0; e < n; e++) {
		(o == SUMS ? sum_at : value_at)(io, first + e, ref + e, mag + e);
		mag[e] *= share;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sums of rows, and a polynomial beside them",
	.n_params = 5,
	.params = { [ROWS] = { "rows", 61, 2048, 8192, "rows of x", 65536 },
		    [COLS] = { "cols", 131, 4096, 4096, "columns of x" },
		    [POINTS] = { "points", 1003, 1 << 20, 1 << 22, "elements of z",
				 1 << 23 },
		    [DEGREE] = { "degree", 13, 64, 64, "degree of the polynomial",
				 1024 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
