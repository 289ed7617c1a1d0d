/* SPDX-License-Identifier: MIT
 *
 * Scores in bf16 as whole numbers of the same order, and the weights of those chosen.
 */
#ifndef ROUTE_H
#define ROUTE_H

#include <aisp/bf16_cpu.h>
#include <aisp/variant.h>
#include <math.h>

/* Larger for larger scores: negative numbers count backwards. */
static inline uint32_t route_order(uint16_t bf16)
{
	return bf16 ^ (bf16 & 0x8000 ? 0xffffu : 0x8000u);
}

/* The softmax over the scores of k experts, the largest first. */
static inline void route_weights(const uint16_t *scores, const int32_t *ids, int64_t k,
				 float *weights)
{
	float first = from_bf16(scores[ids[0]]), sum = 0;

	for (int64_t i = 0; i < k; i++)
		sum += weights[i] = expf(from_bf16(scores[ids[i]]) - first);
	for (int64_t i = 0; i < k; i++)
		weights[i] /= sum;
}

#endif
