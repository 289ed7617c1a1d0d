/* SPDX-License-Identifier: MIT
 *
 * Stores bypass the caches: y takes no space from the table, and none of its lines is
 * read.
 * FLAGS: -O3
 */
#include "workload_resident.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, IN_X), *table = aisp_in_f32(io, IN_TABLE);
	const int32_t *index = (const int32_t *)io->in[IN_INDEX].data;
	float *y = aisp_out_f32(io, 0);
	int64_t n = io->param[N], i = 0;

	(void)state;
#ifdef __SSE2__
	for (; i + 4 <= n; i += 4) {
		__m128 t = _mm_set_ps(table[index[i + 3]], table[index[i + 2]],
				      table[index[i + 1]], table[index[i]]);

		_mm_stream_ps(y + i, _mm_loadu_ps(x + i) + t);
	}
	_mm_sfence(); /* streaming stores are not ordered with what follows */
#endif
	for (; i < n; i++)
		y[i] = x[i] + table[index[i]];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "streaming stores",
	.run = run,
};
