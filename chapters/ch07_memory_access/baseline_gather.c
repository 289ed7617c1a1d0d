/* SPDX-License-Identifier: MIT
 *
 * One row after the other.  The processor looks ahead as far as its reorder
 * buffer reaches, and waits for memory with the rest of its line
 * buffers idle.
 */
#include "workload_gather.h"
#include <string.h>

static int run(const struct aisp_io *io, void *state)
{
	const float *table = aisp_in_f32(io, 0);
	const int32_t *index = (const int32_t *)io->in[1].data;
	float *out = aisp_out_f32(io, 0);
	int64_t cols = io->param[COLS], n = io->param[N];

	(void)state;
	for (int64_t i = 0; i < n; i++)
		memcpy(out + i * cols, table + index[i] * cols,
		       (size_t)cols * sizeof(float));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a memcpy per row",
	.run = run,
};
