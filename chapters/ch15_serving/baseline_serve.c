/* SPDX-License-Identifier: MIT
 *
 * One request at a time, in the order of arrival: all weights are read for each token.
 * FLAGS: -O3
 */
#include "workload_serve.h"

#include <aisp/clones.h>

#define LANES      1 /* seats */
#define IN_BATCHES 0
#define PARTS      2 /* sums, so that none waits for the one before it */

#include "serve_cpu.h"

typedef float lanes __attribute__((vector_size(64))); /* 16 numbers */

AISP_CLONES static float dot(const float *w, const float *x, int64_t n)
{
	lanes a, b, part[PARTS] = { { 0 } };
	float sum = 0;
	int64_t j = 0;

	for (; j + 16 * PARTS <= n; j += 16 * PARTS)
		for (int k = 0; k < PARTS; k++) {
			memcpy(&a, w + j + 16 * k, sizeof(a));
			memcpy(&b, x + j + 16 * k, sizeof(b));
			part[k] += a * b;
		}
	for (; j < n; j++)
		sum += w[j] * x[j];
	for (int k = 1; k < PARTS; k++)
		part[0] += part[k];
	for (int k = 0; k < 16; k++)
		sum += part[0][k];
	return sum;
}

static void layer(float *sum, const float *weights, const float *state, int64_t width)
{
	for (int64_t i = 0; i < width; i++)
		sum[i] = dot(weights + i * width, state, width);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one request at a time",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
