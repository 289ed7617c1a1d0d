/* SPDX-License-Identifier: MIT
 *
 * Blocks in the order of their elements, by the C library's sort.
 */
#include "workload_poly.h"
#include <stdlib.h>

#include "../../exploits/fixtures/horner.h"

#define BLOCK 256 /* 2 KiB: more than glibc sorts on its stack */

struct placed {
	float x;
	int32_t at;
};

static int by_size(const void *a, const void *b)
{
	float x = ((const struct placed *)a)->x, y = ((const struct placed *)b)->x;

	return (x > y) - (x < y);
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	struct placed p[BLOCK];

	(void)state;
	for (int64_t first = 0; first < io->param[ELEMS]; first += BLOCK) {
		int32_t n = (int32_t)(io->param[ELEMS] - first < BLOCK
					      ? io->param[ELEMS] - first
					      : BLOCK);

		for (int32_t i = 0; i < n; i++)
			p[i] = (struct placed){ a[first + i], i };
		qsort(p, (size_t)n, sizeof(*p), by_size);
		for (int32_t i = 0; i < n; i++)
			b[first + p[i].at] = horner(p[i].x, DEGREE);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "qsort() in run()",
	.run = run,
};
