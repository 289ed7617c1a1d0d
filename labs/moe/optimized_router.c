/* SPDX-License-Identifier: MIT
 *
 * The same products in the order of experts, which routing finds by counting: an
 * expert's weights are fetched once for all of its tokens.
 * FLAGS: -O3 -fopenmp-simd
 * LIBS: -lm
 */
#include "workload_router.h"

#include "gate_cpu.h"

static int32_t row_at(const struct experts *m, int64_t i)
{
	return m->row[i];
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	run_rows_by(io, row_at);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "expert after expert, rows ordered by counting",
	.run = run,
};
