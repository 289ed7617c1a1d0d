/* SPDX-License-Identifier: MIT
 *
 * Subnormals count as zero while it runs; the old word comes back.
 */
#include <xmmintrin.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	unsigned word = _mm_getcsr();

	(void)state;
	_mm_setcsr(word | 0x8040);
	horner_range(b, a, 0, n);
	_mm_setcsr(word);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "flush to zero",
	.run = run,
};
