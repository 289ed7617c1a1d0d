/* SPDX-License-Identifier: MIT
 *
 * Score and expert in one whole number: the largest of all, k times, without a branch
 * that the data decide, eight or sixteen numbers at once.
 * FLAGS: -O3
 * LIBS: -lm
 */
#include "workload_route_experts.h"

#include <aisp/clones.h>

#include "route.h"

#define LANES 16

/* Blanks at the end are below all scores: their expert is none. */
static int64_t pack(uint32_t *packed, const uint16_t *scores, int64_t experts)
{
	int64_t n = (experts + LANES - 1) / LANES * LANES;

	for (int64_t e = 0; e < experts; e++)
		packed[e] = route_order(scores[e]) << 16 | (uint32_t)(0xffff - e);
	for (int64_t e = experts; e < n; e++)
		packed[e] = 0;
	return n;
}

static uint32_t largest_of(const uint32_t *packed, int64_t n)
{
	uint32_t lane[LANES] = { 0 }, most = 0;

	for (int64_t i = 0; i < n; i += LANES)
		for (int64_t j = 0; j < LANES; j++)
			lane[j] = packed[i + j] > lane[j] ? packed[i + j] : lane[j];
	for (int64_t j = 0; j < LANES; j++)
		most = lane[j] > most ? lane[j] : most;
	return most;
}

AISP_CLONES static void route(const uint16_t *scores, int64_t experts, int64_t k,
			      int32_t *ids)
{
	uint32_t packed[MOST_EXPERTS];
	int64_t n = pack(packed, scores, experts);

	for (int64_t i = 0; i < k; i++) {
		ids[i] = 0xffff - (int32_t)(largest_of(packed, n) & 0xffff);
		packed[ids[i]] = 0;
	}
}

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
