/* SPDX-License-Identifier: MIT
 *
 * Columns with large inputs are multiplied by a factor, so that their weights are
 * rounded less (J. Lin et al., AWQ, arXiv:2306.00978): a power of the inputs' size, the
 * one with the least error of the outputs.
 * FLAGS: -O3
 * LIBS: -lm
 */
#include "workload_quantise.h"

#include "quantise_cpu.h"

#define N_POWERS 9 /* 0, 1/8 ... 1 */

/* The root mean square of inputs to a power, whose geometric mean becomes 1. */
static void find_factors(const struct quantise *m, double power)
{
	double mean = 0;

	for (int64_t c = 0; c < m->cols; c++)
		mean += log(m->gram[c * m->cols + c] + 1e-30) / 2;
	mean /= (double)m->cols;
	for (int64_t c = 0; c < m->cols; c++) {
		double size = log(m->gram[c * m->cols + c] + 1e-30) / 2 - mean;

		m->column[c] = (float)fmin(fmax(exp(power * size), 1.0 / 32), 32);
	}
}

/* The squared error of all outputs: d G d for the differences d of each row. */
AISP_CLONES static double find_error(const struct quantise *m)
{
	double *d = m->room, sum = 0;

	for (int64_t r = 0; r < m->p[ROWS]; r++) {
		for (int64_t c = 0; c < m->cols; c++)
			d[c] = (double)m->w4[r * m->cols + c] -
			       (double)m->w[r * m->cols + c];
		for (int64_t a = 0; a < m->cols; a++) {
			double part = 0;

			for (int64_t b = 0; b < m->cols; b++)
				part += m->gram[a * m->cols + b] * d[b];
			sum += d[a] * part;
		}
	}
	return sum;
}

static int run(const struct aisp_io *io, void *state)
{
	struct quantise m = quantise_of(io);
	double least = INFINITY;
	int best = 0;

	(void)state;
	find_gram(m.gram, m.x, m.p[SAMPLES], m.cols);
	for (int i = 0; i < N_POWERS; i++) {
		double error;

		find_factors(&m, (double)i / (N_POWERS - 1));
		put_nearest(&m);
		error = find_error(&m);
		if (error < least) {
			least = error;
			best = i;
		}
	}
	find_factors(&m, (double)best / (N_POWERS - 1));
	put_nearest(&m);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "factors for columns, by the size of their inputs",
	.run = run,
};
