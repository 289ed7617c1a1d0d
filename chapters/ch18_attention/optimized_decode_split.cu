/* SPDX-License-Identifier: MIT
 *
 * All slabs of all sequences are one row of work, and each block takes an equal piece
 * of it, wherever sequences end: as many blocks as the GPU holds, at any batch and any
 * lengths.  The last block to finish a sequence adds its parts up.
 * ARCH: sm_90
 */
#include "workload_decode.h"

#include "decode_split_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "an equal piece of all sequences for each block",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
