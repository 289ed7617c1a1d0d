/* SPDX-License-Identifier: MIT
 *
 * Non-temporal stores: a is written without being read.
 */
#include "stream.h"
#include "workload_triad.h"

#define LINE 16 /* floats of a cache line */

static int run(const struct aisp_io *io, void *state)
{
	const float *b = aisp_in_f32(io, 0), *c = aisp_in_f32(io, 1);
	float *a = aisp_out_f32(io, 0);
	int64_t n = io->param[N], i = 0;

	(void)state;
	for (; i + LINE <= n; i += LINE)
		for (int k = 0; k < LINE; k += 4) {
			float4 x = *(const float4_loose *)(b + i + k);
			float4 y = *(const float4_loose *)(c + i + k);

			stream4(a + i + k, x + SCALAR * y);
		}
	for (; i < n; i++)
		a[i] = b[i] + SCALAR * c[i];
	stream_end();
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "non-temporal stores",
	.run = run,
};
