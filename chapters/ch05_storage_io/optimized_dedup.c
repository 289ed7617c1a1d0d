/* SPDX-License-Identifier: MIT
 *
 * Many hash functions at a time, in the lanes of vectors.
 * FLAGS: -O3
 */
#include "workload_dedup.h"

#include "minhash.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	sign_documents(io, 0, io->param[DOCUMENTS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 hash functions at a time, in vectors",
	.run = run,
};
