/* SPDX-License-Identifier: MIT
 *
 * An all-gather of the layer's weights by the copy engines, and then the product of all
 * of them by cuBLASLt.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_fsdp_forward.h"

#include "fsdp_forward_gpu.h"
#include <aisp/peer_plain.h>

static int setup(const struct aisp_io *io, void **state)
{
	return forward_setup(io, state, io->param[OUTPUTS]);
}

/* Its own part comes into the own window beside what goes to the peers. */
static int gather(const struct aisp_io *io, const struct streams *pushes)
{
	const struct aisp_ranks *r = io->ranks;
	int rc = streams_fork(pushes, aisp_stream(io));

	rc = rc ? rc : push_part(io, r->rank, aisp_stream(io));
	for (int far = 1; far < r->n && !rc; far++)
		rc = push_part(io, (r->rank + far) % r->n, pushes->stream[0]);
	rc = rc ? rc : streams_join(pushes, aisp_stream(io));
	if (rc)
		return rc;
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 1);
	return aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	const struct forward *f = (const struct forward *)state;
	struct lt_operands x = operands_of(io, io->ranks->window[io->ranks->rank], 0);
	int rc = gather(io, f->pushes);

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
