/* SPDX-License-Identifier: MIT
 *
 * Sums of four rows of the batch by four of weights in registers, or by two where there
 * are only 16: a weight is made fp32 once for four products, by one instruction for a
 * vector, and the batch once and for all.  Every sum runs along k in the same vectors
 * whatever the batch has beside it.
 * FLAGS: -O3
 */
#include "workload_gemm_small.h"

#include "rows.h"
#include <errno.h>

#define MOST_GROUP 32  /* of k, what any level needs a row to be a multiple of */
#define SLAB       512 /* of k: 16 rows of it stay in the first cache */
#define AHEAD      512 /* weights: past a page's end, where hardware stops fetching */

struct batch {
	const float *rows;
	int64_t pitch, m;
};

#define AISP_KERNEL "gemm_small_tile.h"
#include <aisp/each_level.h>

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	AISP_BEST(product)(io);
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	size_t row = ((size_t)io->param[K] + MOST_GROUP) * sizeof(float);

	(void)state;
	return io->workspace_bytes < (size_t)io->param[M] * row ? -ENOMEM : 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tiles of 4 x 4 sums in registers, the batch widened once",
	.setup = setup,
	.run = run,
};
