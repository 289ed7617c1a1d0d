/* SPDX-License-Identifier: MIT
 *
 * Computes only the half below the diagonal of both symmetric products, and keeps the
 * polynomial's sums in the matrix that is multiplied by x.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_muon.h"

#include "muon_half.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	muon_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "half of each symmetric product, no passes for sums",
	.run = run,
};
