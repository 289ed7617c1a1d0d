/* SPDX-License-Identifier: MIT
 *
 * Score and expert in one integer: finds the largest of all, k times, without a branch
 * on the data, eight or sixteen numbers at once.
 * FLAGS: -O3
 * LIBS: -lm
 */
#include "workload_route_experts.h"

#include "route_lanes.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t experts = io->param[EXPERTS], k = io->param[K];

	(void)state;
	for (int64_t t = 0; t < io->param[TOKENS]; t++) {
		const uint16_t *scores =
			(const uint16_t *)io->in[SCORES].data + t * experts;
		int32_t *ids = (int32_t *)io->out[IDS].data + t * k;

		route(scores, experts, k, ids);
		route_weights(scores, ids, k, aisp_out_f32(io, WEIGHTS) + t * k);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "vectors find the largest, k times",
	.run = run,
};
