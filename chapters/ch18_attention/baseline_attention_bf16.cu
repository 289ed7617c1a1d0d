/* SPDX-License-Identifier: MIT
 *
 * Three passes over a head: all scores, softmax of their rows, sums of values.
 */
#include "workload_attention_bf16.h"

#include "attention_passes.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t h = 0; h < io->param[HEADS]; h++)
		launch(io, h, (int)io->param[CAUSAL], unchanged{});
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "three kernels per head: scores, softmax, sums of values",
	.run = run,
};
