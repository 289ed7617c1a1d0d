/* SPDX-License-Identifier: MIT
 *
 * Row order, and stores that do not fetch the line they overwrite: two thirds
 * of the traffic.
 * FLAGS: -O3 -fno-loop-interchange -fno-tree-loop-distribute-patterns
 */
#include "stream.h"
#include "workload_copy.h"

#define LINE 16 /* floats of a cache line */

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = aisp_elems(&io->in[0]), i = 0;

	(void)state;
	for (; i + LINE <= n; i += LINE)
		for (int k = 0; k < LINE; k += 4)
			stream4(b + i + k, *(const float4_loose *)(a + i + k));
	for (; i < n; i++)
		b[i] = a[i];
	stream_end();
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "row order; non-temporal stores",
	.run = run,
};
