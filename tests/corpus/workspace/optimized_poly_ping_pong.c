/* SPDX-License-Identifier: MIT
 *
 * Workspace and output take turns.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float *from = io->workspace, *to = b;

	(void)state;
	for (int64_t i = 0; i < n; i++)
		from[i] = 1.0f / (float)(DEGREE + 1);
	for (int k = DEGREE - 1; k >= 0; k--) {
		float *swap = from;

		for (int64_t i = 0; i < n; i++)
			to[i] = from[i] * (a[i] / (1 + fabsf(a[i]))) +
				1.0f / (float)(k + 1);
		from = to;
		to = swap;
	}
	if (from != b)
		memcpy(b, from, (size_t)n * sizeof(float));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "ping pong",
	.run = run,
};
