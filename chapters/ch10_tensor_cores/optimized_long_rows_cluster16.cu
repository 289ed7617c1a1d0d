/* SPDX-License-Identifier: MIT
 *
 * As cluster, but of sixteen blocks, which only some GPUs have room for: more than
 * eight must be asked for.
 * ARCH: sm_90 sm_100
 */
#include "workload_long_rows.h"

#define BLOCKS 16
#include "long_rows_cluster.h"

static int may_be_large(const void *kernel)
{
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	int rc = may_be_large((const void *)softmax<true>);

	(void)io;
	(void)state;
	return rc ? rc : may_be_large((const void *)softmax<false>);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a row in the registers of a cluster of sixteen blocks",
	.setup = setup,
	.run = run,
};
