/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt alone: the fastest algorithm for each product, found by timing, and the sums
 * of dy's columns by the second one's epilogue, where the library has that; it stores
 * them, so that a kernel adds them.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 33554432 + 256 * outputs
 */
#include "workload_linear_bwd.h"

#include <stdlib.h>

#include "linear_as_is.h"

static int set_epilogue(const struct lt *l, cublasLtEpilogue_t epilogue, const void *to)
{
	LT_TRY(cublasLtMatmulDescSetAttribute(l->desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
					      &epilogue, sizeof(epilogue)));
	return lt_status(cublasLtMatmulDescSetAttribute(
		l->desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &to, sizeof(to)));
}

/* dy is the library's second factor, whose sums have a column of its result each. */
static int sum_in_epilogue(const struct backward *b, const struct aisp_io *io)
{
	return set_epilogue(&b->dw, CUBLASLT_EPILOGUE_BGRADB, behind_library(io));
}

static int choose_dw(struct backward *b, const struct aisp_io *io)
{
	struct lt_operands dw = operands_dw(io);
	int rc = sum_in_epilogue(b, io);

	b->has_bias = !rc && !lt_take_fastest(&b->dw, &dw);
	if (b->has_bias)
		return 0;
	rc = set_epilogue(&b->dw, CUBLASLT_EPILOGUE_DEFAULT, NULL);
	return rc ? rc : lt_take_fastest(&b->dw, &dw);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct backward *b = (struct backward *)calloc(1, sizeof(*b));
	struct lt_operands dx = operands_dx(io);
	int rc = b ? describe_backward(b, io) : -ENOMEM;

	*state = b;
	rc = rc ? rc : lt_take_fastest(&b->dx, &dx);
	return rc ? rc : choose_dw(b, io);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct backward *b = (const struct backward *)state;
	/* The workspace's address differs from call to call. */
	int rc = b->has_bias ? sum_in_epilogue(b, io) : 0;

	rc = rc ? rc : multiply(io, b);
	if (rc)
		return rc;
	return b->has_bias ? bias_from(io, behind_library(io), 1)
			   : add_bias(io, behind_library(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt, its fastest algorithms, its epilogue for the bias",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = backward_teardown,
};
