/* SPDX-License-Identifier: MIT
 *
 * One product of packed tiles.
 * FLAGS: -O3
 */
#include "workload_strassen.h"

#include "strassen_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	struct product x = { .m = m,
			     .n = n,
			     .k = k,
			     .a = { { aisp_in_f32(io, 0) }, { 1 }, 1, k },
			     .b = { { aisp_in_f32(io, 1) }, { 1 }, 1, n },
			     .c = { aisp_out_f32(io, 0) },
			     .sign = { 1 },
			     .n_c = 1,
			     .c_pitch = n };

	(void)state;
	memset(x.c[0], 0, (size_t)(m * n) * sizeof(float));
	multiply(&x, (float *)io->workspace);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one product, packed tiles in registers",
	.setup = setup,
	.run = run,
};
