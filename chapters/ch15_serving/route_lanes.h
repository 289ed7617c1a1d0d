/* SPDX-License-Identifier: MIT
 *
 * route_lanes.h - the k best experts of a token: score and expert in one whole number,
 * the largest of all, k times.
 */
#ifndef ROUTE_LANES_H
#define ROUTE_LANES_H

#include <aisp/clones.h>

#include "route.h"

#define LANES 16

/* Blanks at the end are below all scores: their expert is none. */
static inline int64_t pack(uint32_t *packed, const uint16_t *scores, int64_t experts)
{
	int64_t n = (experts + LANES - 1) / LANES * LANES;

	for (int64_t e = 0; e < experts; e++)
		packed[e] = route_order(scores[e]) << 16 | (uint32_t)(0xffff - e);
	for (int64_t e = experts; e < n; e++)
		packed[e] = 0;
	return n;
}

static inline uint32_t largest_of(const uint32_t *packed, int64_t n)
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

#endif
