/* SPDX-License-Identifier: MIT
 *
 * Logits of all rows, then their softmax, then gradients in their place, then both
 * products, as a framework's functions do it.
 * WORKSPACE: 4 * (6144 + (inputs + vocab + 3) * round_up(rows, 16))
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_linear_ce.h"

#include "linear_ce_stored.h"

static int run(const struct aisp_io *io, void *state)
{
	struct rows r;
	float *x = lay_out(&r, io, io->param[ROWS]);

	(void)state;
	begin_rows(&r, 0, io->param[ROWS]);
	learn_rows(&r, x);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all logits stored",
	.run = run,
};
