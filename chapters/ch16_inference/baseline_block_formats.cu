/* SPDX-License-Identifier: MIT
 *
 * A warp for each row, and of each group of 32 weights a lane for one: widened, scaled,
 * and multiplied in fp32.
 */
#include "workload_block_formats.h"

#include "blocks_gpu.h"

static __global__ void rows_as_they_lie(const struct product p, int f,
					const struct format is)
{
	int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
	int groups = is.weights / GROUP;
	const uint8_t *w = p.w + (int64_t)row * p.n_blocks * is.bytes;
	float sum = 0;

	if (row >= p.rows)
		return;
	for (int g = 0; g < p.n_blocks * groups; g++) {
		struct group own =
			half_group(group_of(f, w + g / groups * is.bytes, g % groups),
				   f, lane / 16);

		sum += (own.scale * (float)weight_of(&own, lane % 16) + own.least) *
		       p.xs[g] * (float)p.xq[g * GROUP + lane];
	}
	sum = aisp_warp_sum(sum);
	if (lane == 0)
		p.y[row] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int f = (int)io->param[FORMAT];

	(void)state;
	rows_as_they_lie<<<blocks_for(io->param[ROWS]), 32 * WARPS, 0,
			   aisp_stream(io)>>>(product_of(io, IN_W), f, format_of(f));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a warp per row, a weight per lane, in fp32",
	.run = run,
};
