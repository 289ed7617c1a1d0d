/* SPDX-License-Identifier: MIT
 *
 * decode_split with AISP_TUNE_WARPS warps per block, AISP_TUNE_RING slabs of each under
 * way, AISP_TUNE_BLOCKS blocks per multiprocessor and pieces of AISP_TUNE_LEAST slabs
 * at least.  A configuration that would spill is no candidate.  Made by `aisp tune`
 * from template_decode.cu: the definitions below are what it chose.
 * ARCH: sm_90
 * FLAGS: -Xptxas=-warn-spills,-Werror
 */
#include "workload_decode.h"

#define WARPS        AISP_TUNE_WARPS
#define RING         AISP_TUNE_RING
#define LEAST        AISP_TUNE_LEAST
#define LEAST_BLOCKS AISP_TUNE_BLOCKS

#include "decode_split_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "equal pieces, whose sizes a search chose",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
