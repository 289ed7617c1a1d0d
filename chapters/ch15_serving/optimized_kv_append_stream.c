/* SPDX-License-Identifier: MIT
 *
 * One pass whose stores bypass the caches: pages and queries are whole lines that are
 * overwritten and not in a cache.
 * FLAGS: -O3
 */
#include "workload_kv_append.h"

#include "kv_stream.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	stream_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, streaming stores",
	.run = run,
};
