/* SPDX-License-Identifier: MIT
 *
 * Linear regression on standardised features by gradient descent from zero:
 * with z_ij = (x_ij - mean_j) / sd_j, each step does
 *     r = y - Z w,    w += rate Z^T r / rows,    rate = 1 / features.
 * Goodput is the share of the time that goes into these two products.
 * FLAGS: -O3
 */
#include <aisp/clones.h>
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { ROWS, FEATURES, STEPS };

#define EPSILON 1e-6f /* added to variances */
#define N_SUMS  8

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double rows = (double)p[ROWS], features = (double)p[FEATURES];

	aisp_add_in(pr,
		    (struct aisp_spec){ "x", AISP_F32, 2, { p[ROWS], p[FEATURES] } });
	aisp_add_in(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[ROWS] } });
	aisp_add_out(pr, (struct aisp_spec){ "w", AISP_F32, 1, { p[FEATURES] } });
	aisp_add_out(pr, (struct aisp_spec){ "r", AISP_F32, 1, { p[ROWS] } });
	/* Mean 1, variance 3, standardising 2; a step 4. */
	pr->flops = rows * features * (6 + 4 * (double)p[STEPS]);
	pr->bytes = (rows * features + 2 * rows + features) * sizeof(float);
	/*
	 * A sum over features in each residual.  Sums over rows have terms of both
	 * signs, but for the mean's, whose error the weights scale down.
	 */
	pr->error_c = aisp_error_sum(p[FEATURES]) + sqrt(rows) / 4;
	if (p[ROWS] < 2)
		pr->invalid = "one row has no deviation to standardise by";
}

struct descent {
	int64_t rows, features;
	double *z, *z_mag;             /* rows x features */
	double *w, *w_mag, *g, *g_mag; /* features */
	double *r, *r_mag;             /* rows */
	double drift; /* 2-norm of all errors put into w so far, in units of u */
};

static void standardise(struct descent *d, const float *x)
{
	int64_t rows = d->rows, features = d->features;

	for (int64_t j = 0; j < features; j++) {
		double mean = 0, mean_abs = 0, var = 0, scale;

		for (int64_t i = 0; i < rows; i++) {
			mean += (double)x[i * features + j] / (double)rows;
			mean_abs += fabs((double)x[i * features + j]) / (double)rows;
		}
		for (int64_t i = 0; i < rows; i++)
			var += pow((double)x[i * features + j] - mean, 2) /
			       (double)rows;
		scale = 1 / sqrt(var + (double)EPSILON);
		for (int64_t i = 0; i < rows; i++) {
			double v = (double)x[i * features + j];

			d->z[i * features + j] = (v - mean) * scale;
			d->z_mag[i * features + j] = (fabs(v) + mean_abs) * scale;
		}
	}
}

/* a b, in sums beside each other that vectors can hold. */
static double product(const double *a, const double *b, int64_t n)
{
	double lane[N_SUMS] = { 0 }, sum = 0;

	for (int64_t j = 0; j + N_SUMS <= n; j += N_SUMS)
		for (int k = 0; k < N_SUMS; k++)
			lane[k] += a[j + k] * b[j + k];
	for (int64_t j = n / N_SUMS * N_SUMS; j < n; j++)
		sum += a[j] * b[j];
	for (int k = 0; k < N_SUMS; k++)
		sum += lane[k];
	return sum;
}

/* r = y - Z w. */
static void residual(struct descent *d, const float *y)
{
	for (int64_t j = 0; j < d->features; j++)
		d->w_mag[j] = fabs(d->w[j]);
	for (int64_t i = 0; i < d->rows; i++) {
		const double *z = d->z + i * d->features;
		const double *z_mag = d->z_mag + i * d->features;

		d->r[i] = (double)y[i] - product(z, d->w, d->features);
		d->r_mag[i] =
			fabs((double)y[i]) + product(z_mag, d->w_mag, d->features);
	}
}

/*
 * The rate keeps I - rate Z^T Z / rows from expanding (the trace of Z^T Z / rows is
 * at most the number of features), so that an error once made never grows: the
 * 2-norms of the steps' errors add up.
 */
static void step(struct descent *d)
{
	double rate = 1 / ((double)d->features * (double)d->rows), norm2 = 0;

	for (int64_t j = 0; j < d->features; j++)
		d->g[j] = d->g_mag[j] = 0;
	for (int64_t i = 0; i < d->rows; i++)
		for (int64_t j = 0; j < d->features; j++) {
			d->g[j] += d->z[i * d->features + j] * d->r[i];
			d->g_mag[j] += d->z_mag[i * d->features + j] * d->r_mag[i];
		}
	for (int64_t j = 0; j < d->features; j++) {
		d->w[j] += rate * d->g[j];
		norm2 += pow(rate * d->g_mag[j], 2);
	}
	d->drift += sqrt(norm2);
}

static void descend(struct descent *d, const struct aisp_io *io)
{
	standardise(d, aisp_in_f32(io, 0));
	for (int64_t s = 0; s < io->param[STEPS]; s++) {
		residual(d, aisp_in_f32(io, 1));
		step(d);
	}
	residual(d, aisp_in_f32(io, 1));
}

static double row_norm(const double *z, int64_t n)
{
	double sum = 0;

	for (int64_t j = 0; j < n; j++)
		sum += z[j] * z[j];
	return sqrt(sum);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t rows = io->param[ROWS], features = io->param[FEATURES];
	double *m = calloc((size_t)(2 * rows * features + 4 * features + 2 * rows),
			   sizeof(*m));
	struct descent d = { rows, features };

	if (m) {
		d.z = m;
		d.z_mag = d.z + rows * features;
		d.w = d.z_mag + rows * features;
		d.w_mag = d.w + features;
		d.g = d.w_mag + features;
		d.g_mag = d.g + features;
		d.r = d.g_mag + features;
		d.r_mag = d.r + rows;
		descend(&d, io);
	}
	for (int64_t e = 0; e < n; e++) {
		int64_t i = first + e;

		if (!m) {
			ref[e] = mag[e] = NAN;
		} else if (o == 0) {
			ref[e] = d.w[i];
			mag[e] = fabs(d.w[i]) + d.drift;
		} else {
			ref[e] = d.r[i];
			mag[e] = d.r_mag[i] +
				 d.drift * row_norm(d.z + i * features, features);
		}
	}
	free(m);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "training a linear model, fp32",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 61, 1000, 2000, "training rows" },
		    [FEATURES] = { "features", 19, 60, 120, "features" },
		    [STEPS] = { "steps", 5, 20, 40, "steps of gradient descent" } },
	.problem = problem,
	.reference = reference,
};
