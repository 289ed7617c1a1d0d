/* SPDX-License-Identifier: MIT
 *
 * One pass: a head is rotated and rounded in registers and stored in its place.
 * FLAGS: -O3
 */
#include "workload_kv_append.h"

#include "kv_fused.h"

static int run(const struct aisp_io *io, void *state)
{
	struct append a = append_of(io);

	(void)state;
	for (int64_t t = 0; t < a.p[TOKENS]; t++)
		append_token(&a, t);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass over q, k and v",
	.run = run,
};
