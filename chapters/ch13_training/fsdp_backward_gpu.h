/* SPDX-License-Identifier: MIT
 *
 * fsdp_backward_gpu.h - products of the backward pass by cuBLASLt, and sums over ranks
 * of the gradients of one rank's part.
 */
#ifndef FSDP_BACKWARD_GPU_H
#define FSDP_BACKWARD_GPU_H

#include "fsdp_weights_gpu.h"
#include <aisp/lt_product.h>

/* Elements of a rank's part. */
static inline int64_t part_elems(const struct aisp_io *io)
{
	return part_outputs(io) * io->param[INPUTS];
}

/* Gradients in fp32 behind a window's weights: of a part, or from a rank. */
static inline float *gradients_in(const struct aisp_io *io, int rank, int k)
{
	return (float *)part_in(io, rank, io->ranks->n) + k * part_elems(io);
}

/* A variant's state. */
struct backward {
	struct lt dx, dw;
	struct streams *pushes; /* whose signals come before the products' blocks */
};

/* Operands of dx, given all weights in this rank's window. */
static inline struct lt_operands dx_operands(const struct aisp_io *io)
{
	struct lt_operands x = { io->in[DY].data,  part_in(io, io->ranks->rank, 0),
				 io->out[DX].data, io->workspace,
				 LIBRARY_ROOM,     aisp_stream(io) };

	return x;
}

/* Operands of dw over this rank's rows, from output `first` on. */
static inline struct lt_operands dw_operands(const struct aisp_io *io, int64_t first,
					     float *to)
{
	struct lt_operands x = { (const bf16_bits *)io->in[DY].data + first,
				 io->in[X].data,
				 to,
				 io->workspace,
				 LIBRARY_ROOM,
				 aisp_stream(io) };

	return x;
}

static inline int make_dx(const struct aisp_io *io, const struct backward *b)
{
	struct lt_operands x = dx_operands(io);

	return lt_product(&b->dx, &x, &b->dx.algo);
}

/* Computes dw for as many outputs as b was made for. */
static inline int make_dw(const struct aisp_io *io, const struct backward *b,
			  int64_t first, float *to)
{
	struct lt_operands x = dw_operands(io, first, to);

	return lt_product(&b->dw, &x, &b->dw.algo);
}

static inline int describe_dx(struct lt *l, const struct aisp_io *io)
{
	struct lt_shape s = { io->param[ROWS], io->param[INPUTS], io->param[OUTPUTS],
			      false, false };
	struct lt_operands x = dx_operands(io);
	int rc = lt_describe(l, &s, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);

	return rc ? rc : lt_take_fastest(l, &x);
}

/* Describes dw of n outputs, whose columns lie in rows of all outputs. */
static inline int describe_dw(struct lt *l, const struct aisp_io *io, int64_t n)
{
	struct lt_shape s = { n, io->param[INPUTS], io->param[ROWS], true, false };
	struct lt_operands x = dw_operands(io, 0, gradients_in(io, io->ranks->rank, 0));
	int64_t pitch = io->param[OUTPUTS];
	int rc = lt_describe(l, &s, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);

	if (rc)
		return rc;
	LT_TRY(cublasLtMatrixLayoutSetAttribute(l->a, CUBLASLT_MATRIX_LAYOUT_LD, &pitch,
						sizeof(pitch)));
	return lt_take_fastest(l, &x);
}

/* Gradients of n outputs at a time, and so many streams. */
static inline int backward_setup(const struct aisp_io *io, void **state, int64_t n,
				 int n_streams)
{
	struct backward *b = (struct backward *)calloc(1, sizeof(*b));
	int rc;

	*state = b;
	if (!b)
		return -ENOMEM;
	rc = describe_dx(&b->dx, io);
	rc = rc ? rc : describe_dw(&b->dw, io, n);
	return rc ? rc : streams_new(&b->pushes, n_streams, streams_first());
}

static void backward_teardown(void *state)
{
	struct backward *b = (struct backward *)state;

	if (b) {
		streams_free(b->pushes);
		lt_release(&b->dw);
		lt_release(&b->dx);
	}
	free(b);
}

/* Each rank's gradients of this rank's part. */
struct made {
	const float *by[AISP_MAX_RANKS];
};

/* Four elements of a thread, in the order of ranks, rounded once. */
static __global__ void sum_part(const __grid_constant__ struct made made, int n_ranks,
				uint2 *dw, int64_t n_fours)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	float4 sum = { 0, 0, 0, 0 };
	__nv_bfloat162 low, high;

	if (i >= n_fours)
		return;
	for (int k = 0; k < n_ranks; k++) {
		float4 v = __ldcs((const float4 *)made.by[k] + i);

		sum.x += v.x;
		sum.y += v.y;
		sum.z += v.z;
		sum.w += v.w;
	}
	low = __floats2bfloat162_rn(sum.x, sum.y);
	high = __floats2bfloat162_rn(sum.z, sum.w);
	dw[i] = make_uint2(*(uint32_t *)&low, *(uint32_t *)&high);
}

static inline int launch_sum(const struct aisp_io *io, const struct made &made)
{
	int64_t n = part_elems(io) / 4;

	sum_part<<<plain_blocks(n), PLAIN_THREADS, 0, aisp_stream(io)>>>(
		made, io->ranks->n, (uint2 *)io->out[DW].data, n);
	return aisp_launched();
}

#endif
