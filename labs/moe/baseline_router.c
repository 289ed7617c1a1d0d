/* SPDX-License-Identifier: MIT
 *
 * One token after the other, each through its experts in turn: every row fetches all
 * weights of its expert again.
 * FLAGS: -O3 -fopenmp-simd
 * LIBS: -lm
 */
#include "workload_router.h"

#include "gate_cpu.h"

static int32_t row_at(const struct experts *m, int64_t i)
{
	(void)m;
	return (int32_t)i;
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
	.cls = AISP_CLASS_COMMON,
	.summary = "token after token through its experts",
	.run = run,
};
