/* SPDX-License-Identifier: MIT
 *
 * What a program in terms of arrays does: logits that are not allowed become minus
 * infinity, and then comes a softmax and a draw, as without a grammar.
 * FLAGS: -O3
 * LIBS: -lm
 */
#include "workload_guided.h"

#include "guided_cpu.h"

static int32_t draw_row(const struct guided *g)
{
	float largest = -INFINITY;
	double total = 0, sum = 0;
	int64_t i;

	for (i = 0; i < g->vocab; i++) {
		int is_in = g->mask[i / 8] >> i % 8 & 1;

		g->weights[i] = is_in ? from_bf16(g->logits[i]) : -INFINITY;
	}
	for (i = 0; i < g->vocab; i++)
		largest = g->weights[i] > largest ? g->weights[i] : largest;
	for (i = 0; i < g->vocab; i++) {
		g->weights[i] = expf((g->weights[i] - largest) * g->scale);
		total += (double)g->weights[i];
	}
	total *= (double)g->u;
	for (i = 0; i < g->vocab - 1; i++) {
		sum += (double)g->weights[i];
		if (sum > total)
			break;
	}
	return (int32_t)i;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "mask, softmax, search over the whole vocabulary",
	.run = run,
};
