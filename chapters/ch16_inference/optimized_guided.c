/* SPDX-License-Identifier: MIT
 *
 * Walks through the set bits of the mask, a word of 64 at a time: a token that is not
 * allowed costs nothing, and if only one is allowed, no logit is read.
 * FLAGS: -O3
 * LIBS: -lm
 */
#include "workload_guided.h"

#include "guided_word.h"

/* Copies the allowed logits side by side; returns how many there are. */
static int64_t collect(const struct guided *g, float *largest)
{
	int64_t n = 0;

	*largest = -INFINITY;
	for (int64_t i = 0; i < (g->vocab + WORD - 1) / WORD; i++)
		for (uint64_t w = load_word(g, i); w; w &= w - 1) {
			float x = from_bf16(g->logits[i * WORD + __builtin_ctzll(w)]);

			g->weights[n++] = x;
			*largest = x > *largest ? x : *largest;
		}
	return n;
}

static int32_t draw_row(const struct guided *g)
{
	float largest;
	double total = 0, sum = 0;
	int64_t n = collect(g, &largest), at = 0;

	for (int64_t i = 0; n > 1 && i < n; i++) {
		g->weights[i] = expf((g->weights[i] - largest) * g->scale);
		total += (double)g->weights[i];
	}
	total *= (double)g->u;
	for (; at < n - 1; at++) {
		sum += (double)g->weights[at];
		if (sum > total)
			break;
	}
	return nth_allowed(g, at);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the mask read by words, only allowed logits read",
	.run = run,
};
