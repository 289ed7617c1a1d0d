/* SPDX-License-Identifier: MIT
 *
 * All scores of a token are sorted, for a sixteenth of them.
 * LIBS: -lm
 */
#include "workload_route_experts.h"

#include "route.h"

struct scored {
	uint32_t order;
	int32_t expert;
};

static int by_score(const void *a, const void *b)
{
	uint32_t x = ((const struct scored *)a)->order;
	uint32_t y = ((const struct scored *)b)->order;

	return (x < y) - (x > y);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t experts = io->param[EXPERTS], k = io->param[K];
	struct scored all[MOST_EXPERTS];

	(void)state;
	for (int64_t t = 0; t < io->param[TOKENS]; t++) {
		const uint16_t *scores =
			(const uint16_t *)io->in[SCORES].data + t * experts;
		int32_t *ids = (int32_t *)io->out[IDS].data + t * k;

		for (int32_t e = 0; e < experts; e++)
			all[e] = (struct scored){ route_order(scores[e]), e };
		qsort(all, (size_t)experts, sizeof(*all), by_score);
		for (int64_t i = 0; i < k; i++)
			ids[i] = all[i].expert;
		route_weights(scores, ids, k, aisp_out_f32(io, WEIGHTS) + t * k);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "each token's scores sorted",
	.run = run,
};
