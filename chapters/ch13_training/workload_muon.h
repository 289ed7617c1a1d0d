/* SPDX-License-Identifier: MIT
 *
 * The update of Muon (K. Jordan et al., 2024): of a gradient g, a matrix whose rows and
 * columns are made orthogonal, nearly.  With x = g / |g| at the begin, |g| the root of
 * the sum of all squares, each step makes
 *
 *     a = x x^T,  b = B a + C a a,  x = A x + b x
 *
 * which is the same polynomial of each singular value of x, A s + B s^3 + C s^5, and
 * takes all that are not tiny to about 1 in a few steps.
 */
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <stdlib.h>

#include "product_room.h"

enum { ROWS, COLS, STEPS, THREADS };
/* Hidden: what g becomes, rounded to fp32, and the matrix that it is multiplied with.
 */
enum { G, EXACT, FACTOR };

#define POLY_A 3.4445
#define POLY_B (-4.7750)
#define POLY_C 2.0315

/* Another x, its transpose, a and b; lines of their own for all. */
static inline int64_t shared_elems(const int64_t *p)
{
	return (2 * p[ROWS] * (p[ROWS] + p[COLS]) + 15) / 16 * 16;
}

#include "muon_exact.h"

/* Of symmetric products one half: steps of x, or of x x^T alone, with their product,
 * that x is multiplied with at the end. */
static inline double least_flops(double m, double n, double steps)
{
	double of_x = steps * m * m * (3 * n + m);
	double of_square = m * m * (3 * n + fmax(0, 4 * steps - 3) * m);

	return fmin(of_x, of_square);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];
	double n = (double)rows;
	struct aisp_spec exact = { "exact", AISP_F32, 2, { rows, cols } };
	struct aisp_spec factor = { "factor", AISP_F64, 2, { rows, rows } };

	exact.is_hidden = factor.is_hidden = 1;
	aisp_add_in(pr, (struct aisp_spec){ "g", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, exact);
	aisp_add_in(pr, factor);
	aisp_add_out(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	pr->flops = least_flops(n, (double)cols, (double)p[STEPS]);
	pr->bytes = 8.0 * n * (double)cols;
	pr->compute = AISP_F32;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes =
		sizeof(float) * (size_t)(shared_elems(p) + p[THREADS] * ROOM_ELEMS);
	pr->uses = AISP_USES_ALLOC; /* oneDNN packs into memory of its own */
	pr->error_c = aisp_error_sum(cols);
	if (rows > cols || p[STEPS] > 5)
		pr->invalid = "rows must be cols at most, steps 5";
}

/* No part of a gradient vanishes, whatever it was filled with; at most 5. */
static void blur(float *g, int64_t n, uint64_t bits)
{
	for (int64_t i = 0; i < n; i++)
		g[i] = fmaxf(-4, fminf(4, g[i])) +
		       2 * aisp_draw_share(bits, (uint64_t)i) - 1;
}

/* a = g g^T becomes x x^T: the sum of the squares of g is the trace.  Returns 1 / |g|.
 */
static double scale_square(double *a, int64_t m)
{
	double sum = 0;

	for (int64_t i = 0; i < m; i++)
		sum += a[i * m + i];
	for (int64_t i = 0; i < m * m; i++)
		a[i] /= sum;
	return 1 / sqrt(sum);
}

/* What g is multiplied with. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	double *a = (double *)calloc((size_t)(m * (3 * m + STRIP)), sizeof(*a));
	double *all = (double *)io->in[FACTOR].data, scale;

	blur((float *)io->in[G].data, m * n, bits);
	if (!a)
		return;
	square_exactly(a, aisp_in_f32(io, G), m, n, a + 3 * m * m);
	scale = scale_square(a, m);
	for (int64_t i = 0; i < m * m; i++)
		all[i] = i % (m + 1) ? 0 : scale;
	for (int64_t i = 0; i < io->param[STEPS]; i++)
		step_exactly(a, all, m, a + m * m);
	free(a);
}

/* Some columns of the product. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	int64_t end = aisp_part_begin(n, part + 1, n_parts);

	(void)bits;
	for (int64_t j = aisp_part_begin(n, part, n_parts); j < end; j += STRIP)
		multiply_strip((float *)io->in[EXACT].data,
			       (const double *)io->in[FACTOR].data, aisp_in_f32(io, G),
			       m, n, j, end - j < STRIP ? end : j + STRIP);
}

/*
 * What elements of x are at most after a step, in the mean: its singular values have
 * grown from those of |x| = 1 by A a step, and none is above 1.3.
 */
static double size_after(const int64_t *p, int64_t steps)
{
	double all = sqrt((double)p[ROWS] * (double)p[COLS]);

	return fmin(pow(POLY_A, (double)steps) / all, 1.3 / sqrt((double)p[COLS]));
}

/* Roundings of a step are of the size of its elements; each later step takes them up A
 * times at most, which is the steepest slope of the polynomial between 0 and 1.1. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t steps = io->param[STEPS];
	double size = 0;

	(void)o;
	for (int64_t i = 0; i <= steps; i++)
		size = POLY_A * size + 2 * size_after(io->param, i);
	for (int64_t e = 0; e < n; e++) {
		ref[e] = (double)aisp_in_f32(io, EXACT)[first + e];
		mag[e] = size;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a matrix made orthogonal by polynomials",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 37, 192, 288, "rows of g", 256 },
		    [COLS] = { "cols", 61, 192, 288, "columns of g", 8192 },
		    [STEPS] = { "steps", 5, 5, 5, "of the polynomial" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.prepare_part = prepare_part,
	.reference = reference,
};
