/* SPDX-License-Identifier: MIT
 *
 * The queries of a group together, sixteen keys at a time: the cache is read once, and
 * no score leaves the first cache.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_decode.h"

#include "decode_online.h"

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t i = 0; i < p[BATCH] * p[HEADS]; i++) {
		struct decode d = decode_of(io, i / p[HEADS], i % p[HEADS]);

		attend_group(&d);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a group's queries together, online softmax",
	.run = run,
};
