/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt in fp32.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_strassen.h"

#include "strassen_lt.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct lt_shape s = { io->param[M], io->param[N], io->param[K], false, false };
	struct lt_operands x = lt_all_of(io);

	return lt_fastest_of(state, &s, &x);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct lt *l = (const struct lt *)state;
	struct lt_operands x = lt_all_of(io);

	return lt_product(l, &x, &l->algo);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt in fp32, the fastest algorithm of its list",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = lt_free,
};
