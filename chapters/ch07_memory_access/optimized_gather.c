/* SPDX-License-Identifier: MIT
 *
 * The indices are known long before the rows are needed: ask for the row that
 * is wanted sixteen lookups later.
 */
#include "workload_gather.h"
#include <string.h>

#define AHEAD 16
#define LINE  16 /* floats of a cache line */

static inline void fetch(const float *row, int64_t cols)
{
	for (int64_t j = 0; j < cols; j += LINE)
		__builtin_prefetch(row + j);
}

static int run(const struct aisp_io *io, void *state)
{
	const float *table = aisp_in_f32(io, 0);
	const int32_t *index = (const int32_t *)io->in[1].data;
	float *out = aisp_out_f32(io, 0);
	int64_t cols = io->param[COLS], n = io->param[N];

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		if (i + AHEAD < n)
			fetch(table + index[i + AHEAD] * cols, cols);
		memcpy(out + i * cols, table + index[i] * cols,
		       (size_t)cols * sizeof(float));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "software prefetch 16 lookups ahead",
	.run = run,
};
