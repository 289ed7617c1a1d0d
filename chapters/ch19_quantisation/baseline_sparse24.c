/* SPDX-License-Identifier: MIT
 *
 * All weights, zeros included.
 * FLAGS: -O3
 */
#include "workload_sparse24.h"

#include "sparse24_cpu.h"

AISP_CLONES static void multiply(struct sums s[2], const struct aisp_io *io,
				 int64_t row, int64_t next, const float *x)
{
	int64_t k = io->param[K];
	const uint16_t *w = (const uint16_t *)io->in[IN_W].data;
	const uint16_t *a = w + row * k, *b = w + next * k;
	struct sums sa = s[0], sb = s[1];

	for (int64_t c = 0; c < k; c++, x += STRIP) {
		add(&sa, from_bf16(a[c]), x);
		add(&sb, from_bf16(b[c]), x);
	}
	s[0] = sa;
	s[1] = sb;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all weights, zeros included, times vectors of X",
	.run = run,
};
