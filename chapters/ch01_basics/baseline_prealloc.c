/* SPDX-License-Identifier: MIT
 *
 * Scratch from malloc() in every call, as the code that needs it is written.
 * Above M_MMAP_THRESHOLD's ceiling of 32 MiB (mallopt(3)) each one is a fresh
 * mapping: the kernel clears it page by page as it is touched, and takes it
 * back at free().
 */
#include "workload_prealloc.h"

#include "im2col_prealloc.h"

#include <errno.h>
#include <stdlib.h>

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	float *scratch = malloc((size_t)(TAPS * rows * cols) * sizeof(float));

	(void)state;
	if (!scratch)
		return -ENOMEM;
	im2col(aisp_in_f32(io, 0), cols, 0, rows, scratch);
	weigh(aisp_in_f32(io, 1), scratch, rows * cols, aisp_out_f32(io, 0));
	free(scratch);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "scratch allocated in each call",
	.run = run,
};
