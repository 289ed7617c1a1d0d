/* SPDX-License-Identifier: MIT
 *
 * net.h - the contract of the gradients of a net's weights.  Layer l makes z[l] of
 * h[l], of which the first is x; dy is the gradient of what the last layer makes:
 *
 *     z[l] = h[l] w[l],  h[l + 1] = z[l] / (1 + exp(-z[l]))
 *     dz[l] = dh[l + 1] times the slope at z[l],  dh[l] = dz[l] w[l]^T
 *     dw[l] = h[l]^T dz[l]
 *
 * Judged by the bytes that are kept from the forward pass for the backward pass.
 */
#ifndef NET_H
#define NET_H

#include "net_data.h"
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

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t rows = io->param[ROWS], n = io->param[WIDTH];
	double *sums = malloc((size_t)(2 * io->param[LAYERS] * n) * sizeof(*sums));

	narrow((float *)io->in[X].data, rows * n);
	narrow((float *)io->in[DY].data, rows * n);
	for (int64_t l = 0; l < io->param[LAYERS]; l++)
		make_weights((float *)io->in[W].data + l * n * n, n, n,
			     aisp_draw(bits, (uint64_t)l));
	for (int64_t r = 0; r < rows && sums; r++)
		trace_row(io, aisp_in_f32(io, W), r, sums);
	free(sums);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t width = io->param[WIDTH];

	(void)o;
	for (int64_t e = 0; e < n; e += width) {
		int64_t row = (first + e) / width;

		gradient_row(io, io->param[ROWS], row / width, row % width, ref + e,
			     mag + e);
	}
}

#endif
