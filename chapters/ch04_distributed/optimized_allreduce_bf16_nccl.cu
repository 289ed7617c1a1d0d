/* SPDX-License-Identifier: MIT
 *
 * NCCL's all-reduce, without NVLS.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_allreduce_bf16.h"

#include "allreduce_nccl.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "ncclAllReduce",
	.library = "NCCL 2",
	.setup = nccl_setup,
	.run = all_reduce,
	.teardown = free,
	.needs = "NCCL 2",
	.why = nccl_why,
};
