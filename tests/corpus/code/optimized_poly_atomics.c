/* SPDX-License-Identifier: MIT
 *
 * A counter of elements that is an atomic.
 */
#include <stdatomic.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static _Atomic int64_t n_done;

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		b[i] = horner(a[i], DEGREE);
		atomic_fetch_add_explicit(&n_done, 1, memory_order_relaxed);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "atomics",
	.run = run,
};
