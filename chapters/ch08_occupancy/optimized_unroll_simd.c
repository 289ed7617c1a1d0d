/* SPDX-License-Identifier: MIT
 *
 * Sixty-four points side by side, several to a register: four to sixteen chains
 * of vectors.
 * FLAGS: -O3 -ftree-vectorize
 */
#include "workload_unroll.h"

#define JAM 64
#define UNROLL

/* One object serves every x86 machine. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define CLONES                                                                         \
	__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#include "jam_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "64 points side by side in the widest registers",
	.run = run,
};
