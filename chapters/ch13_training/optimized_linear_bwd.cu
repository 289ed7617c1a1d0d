/* SPDX-License-Identifier: MIT
 *
 * No transpose: the library takes the layout of each factor, and the matrix that a
 * product is added to, as arguments.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 33554432 + 256 * outputs
 */
#include "workload_linear_bwd.h"

#include <stdlib.h>

#include "linear_as_is.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct backward *b = (struct backward *)calloc(1, sizeof(*b));
	int rc = b ? describe_backward(b, io) : -ENOMEM;

	*state = b;
	rc = rc ? rc : lt_take_first(&b->dx, LIBRARY_ROOM);
	return rc ? rc : lt_take_first(&b->dw, LIBRARY_ROOM);
}

static int run(const struct aisp_io *io, void *state)
{
	int rc = multiply(io, (const struct backward *)state);

	return rc ? rc : add_bias(io, behind_library(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both products without transposes, the second added in place",
	.setup = setup,
	.run = run,
	.teardown = backward_teardown,
};
