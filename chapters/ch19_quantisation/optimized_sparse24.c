/* SPDX-License-Identifier: MIT
 *
 * Multiplies only the weights that were kept: the place of a weight picks the column of
 * X.
 * FLAGS: -O3
 */
#include "workload_sparse24.h"

#include "sparse24_cpu.h"

/* Eight fours of a row. */
static inline __attribute__((always_inline)) void
add_word(struct sums *s, const uint16_t *kept, uint32_t place, const float *x)
{
#pragma GCC unroll 8
	for (int g = 0; g < 8; g++, kept += 2, x += 4 * STRIP) {
		add(s, from_bf16(kept[0]), x + (place >> 4 * g & 3) * STRIP);
		add(s, from_bf16(kept[1]), x + (place >> (4 * g + 2) & 3) * STRIP);
	}
}

AISP_CLONES static void multiply(struct sums s[2], const struct aisp_io *io,
				 int64_t row, int64_t next, const float *x)
{
	int64_t k = io->param[K], n_words = k / PLACE_WIDTH;
	const uint16_t *kept = (const uint16_t *)io->in[IN_KEPT].data;
	const uint32_t *place = (const uint32_t *)io->in[IN_PLACE].data;
	const uint16_t *a = kept + row * k / 2, *b = kept + next * k / 2;
	struct sums sa = s[0], sb = s[1];

	for (int64_t j = 0; j < n_words; j++, x += PLACE_WIDTH * STRIP) {
		add_word(&sa, a + j * 16, place[row * n_words + j], x);
		add_word(&sb, b + j * 16, place[next * n_words + j], x);
	}
	s[0] = sa;
	s[1] = sb;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "only kept weights; the index of each picks the vector of X",
	.run = run,
};
