/* SPDX-License-Identifier: MIT
 *
 * ZeRO's first stage: each rank keeps the gradients of all layers until the last is
 * there.  Then each adds up its part, computes the step, and shows the new parameters
 * in place of gradients that are no longer needed.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_zero2_step.h"

#include "zero2_step_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t layers = io->param[LAYERS], n = layer_elems(io->param);
	int64_t part = part_elems(io->param);

	(void)state;
	for (int64_t l = layers; l-- > 0;)
		make_gradients(io, l, own_window(io) + l * n);
	aisp_rank_barrier(io->ranks, 1);
	for (int64_t l = 0; l < layers; l++)
		step_layer(io, l, l * n, l * n + io->ranks->rank * part);
	aisp_rank_barrier(io->ranks, 2);
	for (int64_t l = 0; l < layers; l++)
		take_parameters(io, l, l * n, part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "gradients of all layers, then sums and steps",
	.run = run,
};
