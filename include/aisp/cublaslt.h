/* SPDX-License-Identifier: MIT
 *
 * cublaslt.h - A B^T by cuBLASLt, A and B being the first two inputs of a workload: of
 * all the algorithms that its heuristic proposes, the one that is fastest on this GPU.
 */
#ifndef AISP_CUBLASLT_H
#define AISP_CUBLASLT_H

#include <aisp/lt_product.h>
#include <stdlib.h>

static struct lt_operands lt_operands_of(const struct aisp_io *io)
{
	struct lt_operands x = {};

	x.a = io->in[0].data;
	x.b = io->in[1].data;
	x.c = io->out[0].data;
	x.room = io->workspace;
	x.room_bytes = io->workspace_bytes;
	x.stream = aisp_stream(io);
	return x;
}

static int lt_multiply(const struct lt *l, const struct aisp_io *io,
		       const cublasLtMatmulAlgo_t *algo)
{
	struct lt_operands x = lt_operands_of(io);

	return lt_product(l, &x, algo);
}

/*
 * What setup() of a variant begins with: *state becomes a described struct lt.  m, n
 * and k are the first three parameters.
 */
static int lt_new(void **state, const struct aisp_io *io, cudaDataType_t in,
		  cudaDataType_t out, cublasComputeType_t compute)
{
	struct lt_shape s = { io->param[0], io->param[1], io->param[2], false, true };

	*state = calloc(1, sizeof(struct lt));
	return *state ? lt_describe((struct lt *)*state, &s, in, out, compute)
		      : -ENOMEM;
}

static int lt_choose(void *state, const struct aisp_io *io)
{
	struct lt_operands x = lt_operands_of(io);

	return lt_take_fastest((struct lt *)state, &x);
}

/* setup() of a product in bf16. */
static inline int lt_setup_bf16(const struct aisp_io *io, void **state)
{
	int rc = lt_new(state, io, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);

	return rc ? rc : lt_choose(*state, io);
}

/* A variant's run() and teardown(). */
static int lt_run(const struct aisp_io *io, void *state)
{
	const struct lt *l = (const struct lt *)state;

	return lt_multiply(l, io, &l->algo);
}

static void lt_teardown(void *state)
{
	if (state)
		lt_release((struct lt *)state);
	free(state);
}

#endif
