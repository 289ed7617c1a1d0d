/* SPDX-License-Identifier: MIT
 *
 * A draw from the logits that are at least the k-th largest.
 */
#ifndef SAMPLE_CPU_H
#define SAMPLE_CPU_H

#include <aisp/bf16_cpu.h>

/* Tokens that may be drawn, in the vocabulary's order, and their weights. */
struct candidates {
	int64_t n;
	int32_t *token;
	float *weight;
};

/* The token at the share u of all weights. */
static inline int32_t draw_one(const struct candidates *c, float u)
{
	float total = 0, sum = 0;

	for (int64_t i = 0; i < c->n; i++)
		total += c->weight[i];
	for (int64_t i = 0; i < c->n; i++) {
		sum += c->weight[i];
		if (sum > u * total)
			return c->token[i];
	}
	return c->token[c->n - 1];
}

/* Tokens become weights: exp((l - largest) / temperature). */
static inline void weigh(struct candidates *c, const uint16_t *logits, float largest,
			 int64_t thousandths)
{
	float scale = 1000 / (float)thousandths;

	for (int64_t i = 0; i < c->n; i++)
		c->weight[i] = expf((from_bf16(logits[c->token[i]]) - largest) * scale);
}

#endif
