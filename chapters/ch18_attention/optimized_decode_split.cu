/* SPDX-License-Identifier: MIT
 *
 * The same with sequences in parts, so that no block works alone on a long one and
 * all multiprocessors have work at any batch (T. Dao et al., Flash-Decoding, 2023).  A
 * second kernel adds the parts up.
 * ARCH: sm_90
 */
#include "workload_decode.h"

#include "decode_launch.h"

#define LEAST 256 /* tokens of a part: its result is a few % of what it reads */
#define WAVES 8   /* parts for each block that the GPU holds */

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	int64_t groups = p[BATCH] * p[HEADS];
	int64_t slots = 2 * aisp_gpu(cudaDevAttrMultiProcessorCount);
	int64_t parts = min((int64_t)MOST_SPLITS, aisp_ceil_div(WAVES * slots, groups));
	int64_t part = max((int64_t)LEAST, aisp_ceil_div(p[TOKENS], parts));

	return launch(io, *(encode_fn *)state, (int)aisp_ceil_div(part, SLAB) * SLAB);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a block for each part of a sequence",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
