/* SPDX-License-Identifier: MIT
 *
 * Exercise: tell the kernel of all records before they are read, by announce(), a
 * window of AHEAD records ahead.  read_next() refuses if fewer are announced, and
 * announce() if more would be.
 */
#include "workload_shuffle.h"

#include "announced_shuffle.h"

static int read_all(struct batch *b)
{
	int rc = 0;

	/* yours: announce the records, and read all of them, not only the first */
	while (b->n_announced < b->n && b->n_announced < AHEAD && !rc)
		rc = announce(b);
	return rc ? rc : read_next(b);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "records are announced a window ahead",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
