/* SPDX-License-Identifier: MIT
 *
 * Vectors ask whether any element of a strip beats the k-th best so far; hardly any
 * strip has one, and only such strips are looked at element by element.
 * FLAGS: -O3
 * AFTER: topk_insert
 */
#include "workload_topk.h"

#include <aisp/clones.h>
#include <stdbool.h>

#include "topk_insert.h"

#define STRIP 64

static inline bool has_better(const float *x, float least)
{
	int n = 0;

	for (int j = 0; j < STRIP; j++)
		n += x[j] > least;
	return n > 0;
}

AISP_CLONES static void select_row(const float *x, int64_t cols, float *best, int64_t k)
{
	int64_t j = 0;

	begin(best, k);
	for (; j + STRIP <= cols; j += STRIP)
		if (has_better(x + j, best[k - 1]))
			offer(best, k, x + j, STRIP);
	offer(best, k, x + j, cols - j);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS], k = io->param[K];

	(void)state;
	for (int64_t r = 0; r < io->param[ROWS]; r++)
		select_row(aisp_in_f32(io, 0) + r * cols, cols,
			   aisp_out_f32(io, 0) + r * k, k);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "vectors filter strips of 64, the few candidates are inserted",
	.run = run,
};
