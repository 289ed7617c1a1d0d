/* SPDX-License-Identifier: MIT
 *
 * One kernel that has all four, in a graph without conditions: each step leaves what is
 * next in a word of its own, which all threads of the next one read.
 */
#include "workload_branch.h"

#include "branch_word.h"

static __global__ void step(uint32_t *x, int64_t n, uint32_t *kind)
{
	step_all(x, n, kind[0], put{ kind + 1 });
}

static int capture(const struct aisp_io *io)
{
	uint32_t *kind = (uint32_t *)io->workspace, *x = (uint32_t *)io->out[0].data;
	cudaStream_t stream = aisp_stream(io);

	begin<<<blocks_of(io), THREADS, 0, stream>>>(
		x, (const uint32_t *)io->in[0].data, io->param[N], kind);
	for (int64_t s = 0; s < io->param[STEPS]; s++)
		step<<<blocks_of(io), THREADS, 0, stream>>>(x, io->param[N], kind + s);
	return aisp_launched();
}

#include "graph_steps.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a graph of kernels that branch inside",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
