/* SPDX-License-Identifier: MIT
 *
 * Delayed scaling: one scale for the tensor, by the largest value of the 16 steps
 * before, so that a step's elements are read once; their own largest is found on the
 * way, for the steps to come.
 * FLAGS: -O3
 */
#include "workload_recipes.h"

#include "recipes_cpu.h"

#define HISTORY 16
#define PIECE   64 /* blocks, which a first cache holds */

/* The largest of a step, whose elements get the scale meanwhile. */
static float quantise_step(const struct aisp_io *io, int64_t first, int64_t n,
			   uint8_t scale)
{
	float max = 0;

	for (int64_t b = 0; b < n; b += PIECE) {
		int64_t piece = n - b < PIECE ? n - b : PIECE;
		float here = max_of_blocks(io, first + b, piece);

		max = here > max ? here : max;
		quantise_blocks(io, first + b, piece, scale);
	}
	return max;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ROWS] * io->param[BLOCKS];
	float before[HISTORY] = { 0 };

	(void)state;
	for (int64_t s = 0; s < io->param[STEPS]; s++) {
		float max = 0;

		for (int i = 0; i < HISTORY; i++)
			max = before[i] > max ? before[i] : max;
		before[s % HISTORY] = quantise_step(io, s * n, n, scale_for(max));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "delayed scaling: a scale per tensor, from earlier steps",
	.run = run,
};
