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
 * FLAGS: -O3 -fopenmp
 */
#include <aisp/clones.h>
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <stdlib.h>

enum { ROWS, COLS, STEPS, THREADS };
enum { G, EXACT }; /* the last one is hidden: what g becomes, rounded to fp32 */

#define POLY_A 3.4445
#define POLY_B (-4.7750)
#define POLY_C 2.0315

/* Scratch of a thread: operands of a product in the order of its tiles. */
static inline int64_t room_elems(const int64_t *p)
{
	return (p[ROWS] + 16) * p[COLS] / 16 * 16 + 16;
}

/* Another x, its transpose, a and b; lines of their own for all. */
static inline int64_t shared_elems(const int64_t *p)
{
	return (2 * p[ROWS] * (p[ROWS] + p[COLS]) + 15) / 16 * 16;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];
	double n = (double)rows;
	struct aisp_spec exact = { "exact", AISP_F32, 2, { rows, cols } };

	exact.is_hidden = 1;
	aisp_add_in(pr, (struct aisp_spec){ "g", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, exact);
	aisp_add_out(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	/* Of symmetric products one half. */
	pr->flops = (double)p[STEPS] * n * n * (3.0 * (double)cols + n);
	pr->bytes = 8.0 * n * (double)cols;
	pr->compute = AISP_F32;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes =
		sizeof(float) * (size_t)(shared_elems(p) + p[THREADS] * room_elems(p));
	pr->uses = AISP_USES_ALLOC; /* oneDNN packs into memory of its own */
	pr->error_c = aisp_error_sum(cols);
	if (rows > cols || p[STEPS] > 5)
		pr->invalid = "rows must be cols at most, steps 5";
}

/* c = scale c + a b of m x k and k x n. */
AISP_CLONES static void add_product(double *restrict c, double scale,
				    const double *restrict a, const double *restrict b,
				    int64_t m, int64_t n, int64_t k)
{
	for (int64_t i = 0; i < m; i++, c += n, a += k) {
		for (int64_t j = 0; j < n; j++)
			c[j] *= scale;
		for (int64_t p = 0; p < k; p++)
			for (int64_t j = 0; j < n; j++)
				c[j] += a[p] * b[p * n + j];
	}
}

static void turn(double *to, const double *x, int64_t m, int64_t n)
{
	for (int64_t i = 0; i < m; i++)
		for (int64_t j = 0; j < n; j++)
			to[j * m + i] = x[i * n + j];
}

/* A step of x, with room for twice its elements and twice a's. */
static void step_exactly(double *x, int64_t m, int64_t n, double *room)
{
	double *old = room, *turned = old + m * n, *a = turned + m * n, *b = a + m * m;

	for (int64_t i = 0; i < m * n; i++)
		old[i] = x[i];
	turn(turned, x, m, n);
	add_product(a, 0, x, turned, m, m, n);
	add_product(b, 0, a, a, m, m, m);
	for (int64_t i = 0; i < m * m; i++)
		b[i] = POLY_B * a[i] + POLY_C * b[i];
	add_product(x, POLY_A, b, old, m, n, m);
}

/* No part of a gradient vanishes, whatever it was filled with; at most 5. */
static void blur(float *g, int64_t n, uint64_t bits)
{
	for (int64_t i = 0; i < n; i++)
		g[i] = fmaxf(-4, fminf(4, g[i])) +
		       2 * aisp_draw_share(bits, (uint64_t)i) - 1;
}

static void start(double *x, const float *g, int64_t n)
{
	double sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += (double)g[i] * (double)g[i];
	for (int64_t i = 0; i < n; i++)
		x[i] = (double)g[i] / sqrt(sum);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	double *x = calloc((size_t)(3 * m * n + 2 * m * m), sizeof(*x));
	float *exact = (float *)io->in[EXACT].data;

	blur((float *)io->in[G].data, m * n, bits);
	if (!x)
		return;
	start(x, aisp_in_f32(io, G), m * n);
	for (int64_t i = 0; i < io->param[STEPS]; i++)
		step_exactly(x, m, n, x + m * n);
	for (int64_t i = 0; i < m * n; i++)
		exact[i] = (float)x[i];
	free(x);
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
	.params = { [ROWS] = { "rows", 37, 192, 288, "rows of g" },
		    [COLS] = { "cols", 61, 192, 288, "columns of g" },
		    [STEPS] = { "steps", 5, 5, 5, "of the polynomial" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
