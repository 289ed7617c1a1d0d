/* SPDX-License-Identifier: MIT
 *
 * net_data.h - inputs of a net whose sums neither vanish nor grow, and the reference of
 * its gradients from what net_trace.h has noted.
 */
#ifndef NET_DATA_H
#define NET_DATA_H

#include "net_trace.h"
#include <aisp/draw.h>

/* Values of at most 4, whatever they were. */
static void narrow(float *x, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = fmaxf(-4, fminf(4, x[i]));
}

/* Rows of a layer's weights have drawn signs and, all together, one size. */
static void make_weights(float *w, int64_t rows, int64_t width, uint64_t bits)
{
	int64_t n = rows * width;
	double sum = 0, scale;

	narrow(w, n);
	for (int64_t i = 0; i < n; i++)
		sum += square((double)w[i]);
	scale = sum > 0 ? GAIN * sqrt((double)rows / sum) : 0;
	for (int64_t i = 0; i < n; i++)
		w[i] = (float)((double)w[i] * scale *
			       (aisp_draw(bits, (uint64_t)i) >> 63 ? -1 : 1));
}

/* Row i of dw[l], of a batch of so many rows. */
static void gradient_row(const struct aisp_io *io, int64_t rows, int64_t l, int64_t i,
			 double *ref, double *mag)
{
	int64_t n = io->param[WIDTH];
	double v[MOST_WIDTH] = { 0 };

	for (int64_t j = 0; j < n; j++)
		ref[j] = mag[j] = 0;
	for (int64_t r = 0; r < rows; r++) {
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

#endif
