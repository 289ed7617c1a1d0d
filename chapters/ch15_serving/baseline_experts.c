/* SPDX-License-Identifier: MIT
 *
 * One expert after the other: a mask over all tokens finds its own, and each number of
 * its products is a dot product of two rows, by vectors.
 * FLAGS: -O3 -fopenmp-simd
 * LIBS: -lm
 */
#include "workload_experts.h"

#include "experts_plain.h"

static int run(const struct aisp_io *io, void *state)
{
	struct experts m = experts_of(io);
	const int32_t *ids = io->out[IDS].data;
	int64_t n = m.p[TOKENS], k = m.p[K], width = m.p[WIDTH];
	uint16_t *y = io->out[Y].data;

	(void)state;
	route_all(io, &m);
	memset(m.sum, 0, sizeof(*m.sum) * (size_t)(n * width));
	for (int64_t e = 0; e < m.p[EXPERTS]; e++)
		for (int64_t i = 0; i < n * k; i++)
			if (ids[i] == e)
				meet(&m, e, m.x + i / k * width, (uint16_t *)m.scratch,
				     m.weight[i], m.sum + i / k * width);
	for (int64_t i = 0; i < n * width; i++)
		y[i] = to_bf16(m.sum[i]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one expert after the other, a dot product per number",
	.run = run,
};
