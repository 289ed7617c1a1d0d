/* SPDX-License-Identifier: MIT
 *
 * An all-gather of the layer's weights by the copy engines, and then the product of all
 * of them by cuBLASLt.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_fsdp_forward.h"

#include "fsdp_forward_gpu.h"

static __global__ void all_are_here(const __grid_constant__ struct aisp_ranks r)
{
	aisp_gpu_rank_barrier(&r, 1);
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = calloc(1, sizeof(struct lt));
	return *state ? describe_outputs((struct lt *)*state, io, io->param[OUTPUTS])
		      : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct lt *l = (const struct lt *)state;
	struct lt_operands x = operands_of(io, r->window[r->rank], 0);
	int rc = 0;

	for (int far = 0; far < r->n && !rc; far++)
		rc = push_part(io, (r->rank + far) % r->n, aisp_stream(io));
	if (rc)
		return rc;
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r);
	rc = lt_product(l, &x, &l->algo);
	return rc ? rc : aisp_launched();
}

static void teardown(void *state)
{
	if (state)
		lt_release((struct lt *)state);
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all weights gathered, then the library's product",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
