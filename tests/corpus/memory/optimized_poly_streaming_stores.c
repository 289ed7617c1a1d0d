/* SPDX-License-Identifier: MIT
 *
 * Stores that go past the caches, and a fence.
 */
#include <emmintrin.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	int64_t i = 0;

	(void)state;
	for (; i + 4 <= n; i += 4) {
		float four[4] = { horner(a[i], DEGREE), horner(a[i + 1], DEGREE),
				  horner(a[i + 2], DEGREE), horner(a[i + 3], DEGREE) };

		_mm_stream_ps(b + i, _mm_loadu_ps(four));
	}
	_mm_sfence();
	for (; i < n; i++)
		b[i] = horner(a[i], DEGREE);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "streaming stores",
	.run = run,
};
