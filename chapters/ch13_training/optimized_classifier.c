/* SPDX-License-Identifier: MIT
 *
 * One row after the other: its powers stay in a cache, and only logits and gradients go
 * through memory.  Each power is computed once, in vectors.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_classifier.h"

#include "classifier_row.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		classify_row(io, i, io->workspace);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "loss and gradient of a row while it is in a cache",
	.run = run,
};
