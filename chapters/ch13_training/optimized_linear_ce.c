/* SPDX-License-Identifier: MIT
 *
 * Chunks of 48 rows, whose logits are stored; the chunks' parts of dw are added up.
 * WORKSPACE: 4 * (6144 + (inputs + vocab + 3) * 48)
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_linear_ce.h"

#include "linear_ce_stored.h"

#define CHUNK 48 /* rows */

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];
	struct rows r;
	float *x = lay_out(&r, io, CHUNK);

	(void)state;
	for (int64_t i = 0; i < rows; i += CHUNK) {
		begin_rows(&r, i, rows - i < CHUNK ? rows - i : CHUNK);
		learn_rows(&r, x);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the logits of 48 rows at a time",
	.run = run,
};
