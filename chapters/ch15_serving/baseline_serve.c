/* SPDX-License-Identifier: MIT
 *
 * One request at a time, in the order of arrival: all weights are read for each token.
 * FLAGS: -O3
 */
#include "workload_serve.h"

#define LANES      1 /* seats */
#define IN_BATCHES 0
#define SUMS       32 /* side by side, so that none waits for the one before it */

#include "serve_cpu.h"

#define AISP_KERNEL "serve_dot.h"
#include <aisp/each_level.h>

static void layer(float *sum, const float *weights, const float *state, int64_t width)
{
	for (int64_t i = 0; i < width; i++)
		sum[i] = AISP_BEST(dot)(weights + i * width, state, width);
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
