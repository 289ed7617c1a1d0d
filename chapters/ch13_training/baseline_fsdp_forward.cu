/* SPDX-License-Identifier: MIT
 *
 * An all-gather of the layer's weights by the copy engines, and then the product of all
 * of them by cuBLASLt.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_fsdp_forward.h"

#include "fsdp_forward_gpu.h"

static int setup(const struct aisp_io *io, void **state)
{
	return forward_setup(io, state, io->param[OUTPUTS]);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct forward *f = (const struct forward *)state;
	struct lt_operands x = operands_of(io, io->ranks->window[io->ranks->rank], 0);
	int rc = gather_parts(io, f->pushes);

	return rc ? rc : lt_product(&f->product, &x, &f->product.algo);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all weights gathered, then the library's product",
	.setup = setup,
	.run = run,
	.teardown = forward_teardown,
};
