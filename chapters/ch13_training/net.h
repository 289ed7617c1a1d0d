/* SPDX-License-Identifier: MIT
 *
 * net.h - the contract of the gradients of a net's weights.  Layer l makes z[l] of
 * h[l], of which the first is x; dy is the gradient of what the last layer makes:
 *
 *     z[l] = h[l] w[l],  h[l + 1] = z[l] / (1 + exp(-z[l]))
 *     dz[l] = dh[l + 1] times the slope at z[l],  dh[l] = dz[l] w[l]^T
 *     dw[l] = h[l]^T dz[l]
 *
 * Judged by the bytes that are kept from the way there for the way back.
 */
#ifndef NET_H
#define NET_H

#include "net_trace.h"
#include <aisp/draw.h>
#include <stdlib.h>

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], layers = p[LAYERS], width = p[WIDTH];
	double product = 2.0 * (double)rows * (double)width * (double)width;
	struct aisp_spec trace = {
		"trace", AISP_F32, 4, { rows, layers, N_TRACED, width }
	};

	trace.is_hidden = 1;
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, width } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "w", AISP_F32, 3, { layers, width, width } });
	aisp_add_in(pr, (struct aisp_spec){ "dy", AISP_F32, 2, { rows, width } });
	aisp_add_in(pr, trace);
	aisp_add_out(pr,
		     (struct aisp_spec){ "dw", AISP_F32, 3, { layers, width, width } });
	pr->flops = product * (3.0 * (double)layers - 1);
	pr->bytes = 8.0 * (double)width * (double)(rows + layers * width);
	pr->compute = AISP_F32;
	pr->error_c = aisp_error_sum(rows > width ? rows : width);
	if (width > MOST_WIDTH)
		pr->invalid = "width must be 256 at most";
}

/* Values of at most 4, whatever they were. */
static void narrow(float *x, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = fmaxf(-4, fminf(4, x[i]));
}

/* A layer's weights have drawn signs and, all together, one size. */
static void make_weights(float *w, int64_t width, uint64_t bits)
{
	int64_t n = width * width;
	double sum = 0, scale;

	narrow(w, n);
	for (int64_t i = 0; i < n; i++)
		sum += square((double)w[i]);
	scale = sum > 0 ? GAIN * sqrt((double)width / sum) : 0;
	for (int64_t i = 0; i < n; i++)
		w[i] = (float)((double)w[i] * scale *
			       (aisp_draw(bits, (uint64_t)i) >> 63 ? -1 : 1));
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t rows = io->param[ROWS], n = io->param[WIDTH];
	double *sums = malloc((size_t)(2 * io->param[LAYERS] * n) * sizeof(*sums));

	narrow((float *)io->in[X].data, rows * n);
	narrow((float *)io->in[DY].data, rows * n);
	for (int64_t l = 0; l < io->param[LAYERS]; l++)
		make_weights((float *)io->in[W].data + l * n * n, n,
			     aisp_draw(bits, (uint64_t)l));
	for (int64_t r = 0; r < rows && sums; r++)
		trace_row(io, r, sums);
	free(sums);
}

/* Row i of dw[l]. */
static void reference_row(const struct aisp_io *io, int64_t l, int64_t i, double *ref,
			  double *mag)
{
	int64_t n = io->param[WIDTH];
	double v[MOST_WIDTH] = { 0 };

	for (int64_t j = 0; j < n; j++)
		ref[j] = mag[j] = 0;
	for (int64_t r = 0; r < io->param[ROWS]; r++) {
		double h = (double)traced(io, r, l, H)[i];
		double e = (double)traced(io, r, l, H_ERROR)[i];
		const float *dz = traced(io, r, l, DZ);
		const float *dz_error = traced(io, r, l, DZ_ERROR);

		for (int64_t j = 0; j < n; j++) {
			ref[j] += h * (double)dz[j];
			mag[j] += fabs(h * (double)dz[j]) + LEAST;
			v[j] += square(h * (double)dz_error[j]) +
				square(e * (double)dz[j]);
		}
	}
	for (int64_t j = 0; j < n; j++)
		mag[j] += sqrt(v[j]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t width = io->param[WIDTH];

	(void)o;
	for (int64_t e = 0; e < n; e += width) {
		int64_t row = (first + e) / width;

		reference_row(io, row / width, row % width, ref + e, mag + e);
	}
}

#endif
