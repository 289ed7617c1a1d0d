/* SPDX-License-Identifier: MIT
 *
 * The same scratch, allocated and touched once in setup().
 */
#include "workload_prealloc.h"

#include "im2col_prealloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	im2col(aisp_in_f32(io, 0), cols, 0, rows, state);
	weigh(aisp_in_f32(io, 1), state, rows * cols, aisp_out_f32(io, 0));
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	size_t bytes =
		(size_t)(TAPS * io->param[ROWS] * io->param[COLS]) * sizeof(float);

	*state = malloc(bytes);
	if (!*state)
		return -ENOMEM;
	memset(*state, 1, bytes); /* zeros would let the compiler make it a calloc() */
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "scratch allocated and touched in setup()",
	.setup = setup,
	.run = run,
	.teardown = free,
};
