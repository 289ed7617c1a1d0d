/* SPDX-License-Identifier: MIT
 *
 * A tile turned in shared memory, of any size, with any padding behind its rows.  A
 * configuration that needs more registers than there are is no candidate: ptxas refuses
 * to spill.  Made by `aisp tune` from template_transpose.cu: the definitions below are
 * what it chose.
 * FLAGS: -Xptxas=-warn-spills,-Werror
 */
#include "workload_transpose.h"

#define TILE  AISP_TUNE_TILE
#define DOWN  AISP_TUNE_DOWN
#define PITCH (TILE + AISP_TUNE_PAD)

#include "tile_transpose.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a tile in shared memory, shaped by a search",
	.run = run,
};
