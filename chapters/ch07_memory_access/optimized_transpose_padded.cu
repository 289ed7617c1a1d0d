/* SPDX-License-Identifier: MIT
 *
 * A word of padding behind each row of the tile shifts the next row by a bank: the
 * words of a column lie in 32 banks and come at once.
 */
#include "workload_transpose.h"

#define PITCH 33

#include "tile_transpose.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the tile with a word of padding per row",
	.run = run,
};
