/* SPDX-License-Identifier: MIT
 *
 * Tiles of 128 x 256 by blocks that stay, as many as there are multiprocessors: each
 * takes tile after tile, and the last round takes as long as any other, however few
 * tiles it has.
 * ARCH: sm_90a
 */
#include "workload_layer.h"

#include "../../chapters/ch10_tensor_cores/persistent_run.h"

using step = plan<AISP_WGMMA_BF16, 256, 2, 1, 4, WORKERS, 2>;

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "tiles of 128 x 256, a whole one at a time",
	.setup = persistent_setup<step>,
	.run = persistent_run<step>,
	.teardown = free,
};
