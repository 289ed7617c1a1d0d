/* SPDX-License-Identifier: MIT
 *
 * Logits of all rows by a product of the library, their softmax and their gradients in
 * place, then both products that take them back.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 33554432 + 4 * rows * vocab
 */
#include "workload_linear_ce.h"

#define CHUNK         INT64_MAX
#define LIBRARY_BYTES ((size_t)32 << 20)

#include "linear_ce_chunks.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all logits stored",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
