/* SPDX-License-Identifier: MIT
 *
 * Scratch that belongs to the thread.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static _Thread_local float piece[1024];

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i += 1024) {
		int64_t k = n - i < 1024 ? n - i : 1024;

		horner_range(piece, a + i, 0, k);
		memcpy(b + i, piece, (size_t)k * sizeof(float));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tls",
	.run = run,
};
