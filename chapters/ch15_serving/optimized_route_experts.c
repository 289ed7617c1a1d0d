/* SPDX-License-Identifier: MIT
 *
 * One pass: the k best so far stay sorted, and few scores are inserted.
 * LIBS: -lm
 */
#include "workload_route_experts.h"

#include "route.h"

/* Inserts a score among the k largest, of which there are n so far. */
static int64_t insert(uint32_t *best, int32_t *ids, int64_t n, int64_t k,
		      uint32_t order, int32_t expert)
{
	int64_t i = n < k ? n : k - 1;

	for (; i > 0 && best[i - 1] < order; i--) {
		best[i] = best[i - 1];
		ids[i] = ids[i - 1];
	}
	best[i] = order;
	ids[i] = expert;
	return n < k ? n + 1 : k;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t experts = io->param[EXPERTS], k = io->param[K];
	uint32_t best[MOST_K];

	(void)state;
	for (int64_t t = 0; t < io->param[TOKENS]; t++) {
		const uint16_t *scores =
			(const uint16_t *)io->in[SCORES].data + t * experts;
		int32_t *ids = (int32_t *)io->out[IDS].data + t * k;
		int64_t n = 0;

		for (int32_t e = 0; e < experts; e++) {
			uint32_t order = route_order(scores[e]);

			if (n < k || order > best[k - 1])
				n = insert(best, ids, n, k, order, e);
		}
		route_weights(scores, ids, k, aisp_out_f32(io, WEIGHTS) + t * k);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the k best kept in one pass",
	.run = run,
};
