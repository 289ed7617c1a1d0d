/* SPDX-License-Identifier: MIT
 *
 * fsdp_forward_gpu.h - products of x with the weights of some outputs by cuBLASLt.
 */
#ifndef FSDP_FORWARD_GPU_H
#define FSDP_FORWARD_GPU_H

#include "fsdp_weights_gpu.h"
#include <aisp/lt_product.h>
#include <aisp/streams.h>

/* Operands: x and weights w, into y's columns from output `first` on. */
static inline struct lt_operands operands_of(const struct aisp_io *io, const void *w,
					     int64_t first)
{
	struct lt_operands x = { io->in[X].data,
				 w,
				 (bf16_bits *)io->out[0].data + first,
				 io->workspace,
				 io->workspace_bytes,
				 aisp_stream(io) };

	return x;
}

/* Describes a product of n outputs, whose columns lie in rows of all; *l is zeroed. */
static inline int describe_outputs(struct lt *l, const struct aisp_io *io, int64_t n)
{
	struct lt_shape s = { io->param[ROWS], n, io->param[INPUTS], false, true };
	struct lt_operands x = operands_of(io, io->ranks->window[io->ranks->rank], 0);
	int64_t pitch = io->param[OUTPUTS];
	int rc = lt_describe(l, &s, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);

	if (rc)
		return rc;
	LT_TRY(cublasLtMatrixLayoutSetAttribute(l->c, CUBLASLT_MATRIX_LAYOUT_LD, &pitch,
						sizeof(pitch)));
	return lt_take_fastest(l, &x);
}

/* A variant's state. */
struct forward {
	struct lt product;
	struct streams
		*pushes; /* one, whose signals come before the product's blocks */
};

/* setup() of a variant whose products have n outputs. */
static inline int forward_setup(const struct aisp_io *io, void **state, int64_t n)
{
	struct forward *f = (struct forward *)calloc(1, sizeof(*f));
	int rc;

	*state = f;
	if (!f)
		return -ENOMEM;
	rc = describe_outputs(&f->product, io, n);
	return rc ? rc : streams_new(&f->pushes, 1, streams_first());
}

static void forward_teardown(void *state)
{
	struct forward *f = (struct forward *)state;

	if (f) {
		streams_free(f->pushes);
		lt_release(&f->product);
	}
	free(f);
}

#endif
