/* SPDX-License-Identifier: MIT
 *
 * The CPU knows the indices: the engine copies each row that is asked for, and no
 * other, to its place in the output.  There is no kernel.
 * AFTER: managed_copy
 */
#include "workload_managed.h"

#include "gather_managed.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct gather *g = (const struct gather *)state;
	const float *table = (const float *)g->pinned;
	const int32_t *index = (const int32_t *)io->in[INDEX].data;

	for (int64_t j = 0; j < n_asked(io->param); j++)
		AISP_TRY(cudaMemcpyAsync(
			aisp_out_f32(io, 0) + j * ROW, table + (int64_t)index[j] * ROW,
			ROW * sizeof(float), cudaMemcpyHostToDevice, aisp_stream(io)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a copy of each row that is asked for, from registered pages",
	.setup = gather_pinned,
	.run = run,
	.teardown = gather_free,
};
