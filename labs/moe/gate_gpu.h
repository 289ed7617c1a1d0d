/* SPDX-License-Identifier: MIT
 *
 * gate_gpu.h - scores by the ordinary units: the gate is an expert that all tokens go
 * to.
 */
#ifndef GATE_GPU_H
#define GATE_GPU_H

#include "../../chapters/ch15_serving/experts_tiles.h"

/* All n rows, of the only expert there is. */
static __global__ void list_rows(const struct order o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i * PART < n)
		o.part[i] = { 0, i * PART, min(PART, n - i * PART) };
	if (i == 0) {
		*o.n_parts = (n + PART - 1) / PART;
		o.start[0] = 0;
		o.start[1] = n;
	}
}

/* The order of all tokens; other fields are not used. */
static int order_all(const struct aisp_io *io, uint8_t **room, struct order *o)
{
	int64_t n = io->param[TOKENS], parts = aisp_ceil_div(n, PART);

	*o = {};
	o->n_parts = (int *)take(room, sizeof(int));
	o->part = (struct part *)take(room, parts * (int64_t)sizeof(*o->part));
	o->start = (int *)take(room, 2 * sizeof(int));
	list_rows<<<(unsigned)aisp_ceil_div(parts, 256), 256, 0, aisp_stream(io)>>>(
		*o, (int)n);
	return aisp_launched();
}

static int gate_squares(const struct aisp_io *io, uint8_t **room)
{
	int64_t n = io->param[TOKENS], experts = io->param[EXPERTS];
	struct rows x = { (const uint16_t *)io->in[X].data, NULL, 1, (int)experts,
			  io->param[WIDTH] };
	dim3 grid((unsigned)aisp_ceil_div(experts, SIDE),
		  (unsigned)aisp_ceil_div(n, SIDE));
	struct order o;
	int rc = order_all(io, room, &o);

	if (rc)
		return rc;
	multiply_squares<<<grid, PER_SIDE * PER_SIDE, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[SCORES].data, (const uint16_t *)io->in[GATE].data,
		NULL, x, o.start);
	return aisp_launched();
}

#endif
