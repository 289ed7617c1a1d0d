/* SPDX-License-Identifier: MIT
 *
 * linear_as_is.h - both products, without transposes: dx = dy w, dw += dy^T x.
 */
#include "linear_gpu.h"

static inline int describe_backward(struct backward *b, const struct aisp_io *io)
{
	int64_t rows = io->param[ROWS], in = io->param[INPUTS];
	int64_t out = io->param[OUTPUTS];
	int rc = describe(&b->dx, rows, in, out, false, false);

	b->dw.beta.real = 1;
	return rc ? rc : describe(&b->dw, out, in, rows, true, false);
}

static inline struct lt_operands operands_dx(const struct aisp_io *io)
{
	return operands(io, io->in[DY].data, io->in[W].data, io->out[DX].data);
}

static inline struct lt_operands operands_dw(const struct aisp_io *io)
{
	return operands(io, io->in[DY].data, io->in[X].data, io->out[DW].data);
}

static inline int multiply(const struct aisp_io *io, const struct backward *b)
{
	struct lt_operands dx = operands_dx(io), dw = operands_dw(io);
	int rc = lt_product(&b->dx, &dx, &b->dx.algo);

	return rc ? rc : lt_product(&b->dw, &dw, &b->dw.algo);
}
