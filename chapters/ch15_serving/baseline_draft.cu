/* SPDX-License-Identifier: MIT
 *
 * A warp for each position searches through all of the text before it, 32 places at a
 * time.
 */
#include "workload_draft.h"

#include "draft_gpu.h"

#define WARPS 8 /* of a block */

/* The longest match in the upper half, and of equal ones the first. */
static __device__ uint64_t order_of(int n, int e)
{
	return (uint64_t)n << 32 | ~(uint32_t)e;
}

static __global__ void search(const struct drafts d)
{
	int i = blockIdx.x * WARPS + threadIdx.x / 32;
	uint64_t best = 0;

	if (i >= d.tokens)
		return;
	for (int e = threadIdx.x % 32; e < i; e += 32) {
		int n = common_tokens(d.text, i, e, d.ngram);

		best = max(best, order_of(n, e));
	}
	for (int half = 16; half > 0; half /= 2)
		best = max(best, __shfl_xor_sync(~0u, best, half));
	if (threadIdx.x % 32 == 0)
		put_draft(d, i, (int)(best >> 32), (int)~(uint32_t)best);
}

static int run(const struct aisp_io *io, void *state)
{
	struct drafts d = drafts_of(io);

	(void)state;
	search<<<(unsigned)aisp_ceil_div(d.tokens, WARPS), 32 * WARPS, 0,
		 aisp_stream(io)>>>(d);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a warp per position searches through the text",
	.run = run,
};
