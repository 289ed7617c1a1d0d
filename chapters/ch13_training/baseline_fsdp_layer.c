/* SPDX-License-Identifier: MIT
 *
 * Layer by layer, forward and backward: all ranks gather its weights, then compute; on
 * the backward pass they wait once more, for the sums of its gradients.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_fsdp_layer.h"

#include "fsdp_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	struct shard s = begin_shard(io);
	uint32_t barrier = 0;

	(void)state;
	for (int64_t l = 0; l < s.layers; l++) {
		show_part(&s, l);
		aisp_rank_barrier(s.r, ++barrier);
		gather(&s, l);
		layer_forward(&s, l);
	}
	for (int64_t l = s.layers - 1; l >= 0; l--) {
		aisp_rank_barrier(s.r, ++barrier);
		gather(&s, l);
		layer_back(&s, l);
		aisp_rank_barrier(s.r, ++barrier);
		sum_part(&s, l);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "gather, compute, sum, in turn",
	.run = run,
};
