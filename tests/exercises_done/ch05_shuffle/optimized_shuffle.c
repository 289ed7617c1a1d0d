/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 */
#include "workload_shuffle.h"

#include "announced_shuffle.h"

static int read_all(struct batch *b)
{
	int rc = 0;

	while (b->n_read < b->n && !rc) {
		while (b->n_announced < b->n && b->n_announced < b->n_read + AHEAD &&
		       !rc)
			rc = announce(b);
		rc = rc ? rc : read_next(b);
	}
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "records are announced a window ahead",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
