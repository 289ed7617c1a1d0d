/* SPDX-License-Identifier: MIT
 *
 * The steps as they are written, by cuBLASLt's whole products, which also do the
 * additions.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 8389632 + 4 * round_up(rows * cols, 64) + 8 * round_up(rows * rows, 64)
 */
#include "workload_muon.h"

#include "muon_whole_gpu.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three products per step by cuBLASLt",
	.setup = muon_setup,
	.run = run,
	.teardown = muon_teardown,
};
