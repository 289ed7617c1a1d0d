/* SPDX-License-Identifier: MIT
 *
 * One column after the other: the remaining columns compensate for the change of the
 * outputs by rounding a column (E. Frantar et al., GPTQ, arXiv:2210.17323).  With the
 * inverse of the columns' products as U'U, U upper triangular, a row of U says by how
 * much.
 * FLAGS: -O3
 * LIBS: -lm
 */
#include "workload_quantise.h"

#include "quantise_cpu.h"

/* G = R R', R upper triangular, from the last column on: Cholesky backwards.  A
 * hundredth of the mean is added, as products of few inputs have no inverse. */
static void factor(double *r, const double *g, int64_t n)
{
	double more = 1e-30;

	for (int64_t c = 0; c < n; c++)
		more += 0.01 * g[c * n + c] / (double)n;
	for (int64_t j = n - 1; j >= 0; j--)
		for (int64_t i = j; i >= 0; i--) {
			double x = g[i * n + j] + (i == j ? more : 0);

			for (int64_t k = j + 1; k < n; k++)
				x -= r[i * n + k] * r[j * n + k];
			r[i * n + j] = i == j ? sqrt(fmax(x, more)) : x / r[j * n + j];
		}
}

/* U = 1 / R */
static void invert(double *u, const double *r, int64_t n)
{
	for (int64_t j = 0; j < n; j++) {
		u[j * n + j] = 1 / r[j * n + j];
		for (int64_t i = j - 1; i >= 0; i--) {
			double x = 0;

			for (int64_t k = i + 1; k <= j; k++)
				x -= r[i * n + k] * u[k * n + j];
			u[i * n + j] = x / r[i * n + i];
		}
	}
}

AISP_CLONES static void round_row(const struct quantise *m, int64_t row,
				  const double *restrict u, double *restrict wanted)
{
	int64_t n = m->cols;

	for (int64_t c = 0; c < n; c++)
		wanted[c] = (double)m->w[row * n + c];
	for (int64_t c = 0; c < n; c++) {
		double got = (double)put_code(m, row, c, wanted[c]);
		double error = (wanted[c] - got) / u[c * n + c];

		for (int64_t j = c + 1; j < n; j++)
			wanted[j] -= error * u[c * n + j];
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct quantise m = quantise_of(io);
	int64_t n = m.cols;
	double *r = m.room, *u = r + n * n, *wanted = u + n * n;

	(void)state;
	find_gram(m.gram, m.x, m.p[SAMPLES], n);
	factor(r, m.gram, n);
	invert(u, r, n);
	for (int64_t c = 0; c < n; c++)
		m.column[c] = 1;
	for (int64_t i = 0; i < m.p[ROWS]; i++) {
		find_scales(&m, i);
		round_row(&m, i, u, wanted);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "later columns make up for the rounding of earlier ones",
	.run = run,
};
