/* SPDX-License-Identifier: MIT
 *
 * Chunks of 128 rows, whose logits are stored; their parts of dw are added up, and the
 * library has less room of its own.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 4194304 + 4 * 128 * vocab
 */
#include "workload_linear_ce.h"

#define CHUNK         128 /* rows */
#define LIBRARY_BYTES ((size_t)4 << 20)

#include "linear_ce_chunks.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the logits of 128 rows at a time",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
