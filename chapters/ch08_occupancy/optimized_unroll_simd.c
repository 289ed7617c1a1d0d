/* SPDX-License-Identifier: MIT
 *
 * Sixty-four points side by side, several to a register: four to sixteen chains
 * of vectors.
 * FLAGS: -O3 -ftree-vectorize
 */
#include "workload_unroll.h"
#include <aisp/clones.h>

#define JAM 64
#define UNROLL
#define CLONES AISP_CLONES

#include "jam_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "64 points side by side in the widest registers",
	.run = run,
};
