/* SPDX-License-Identifier: MIT
 *
 * One pass: an element that does not beat the k-th best so far is dropped at once; of n
 * random elements about k ln(n / k) beat it.
 */
#include "workload_topk.h"

#include "topk_insert.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS], k = io->param[K];

	(void)state;
	for (int64_t r = 0; r < io->param[ROWS]; r++) {
		float *best = aisp_out_f32(io, 0) + r * k;

		begin(best, k);
		offer(best, k, aisp_in_f32(io, 0) + r * cols, cols);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "insertion into the k best so far",
	.run = run,
};
