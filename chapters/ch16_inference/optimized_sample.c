/* SPDX-License-Identifier: MIT
 *
 * No sort: two histograms of bytes find the k-th largest of numbers of 16 bits.
 * LIBS: -lm
 */
#include "workload_sample.h"

#include "sample_cpu.h"

/* Finds the byte of the k-th largest; returns its rank among numbers of that byte. */
static int64_t find_byte(const int32_t count[256], int64_t k, uint32_t *byte)
{
	for (*byte = 255; count[*byte] < k; --*byte)
		k -= count[*byte];
	return k;
}

static uint32_t find_kth(const uint16_t *l, int64_t vocab, int64_t k)
{
	int32_t high[256] = { 0 }, low[256] = { 0 };
	uint32_t h, rest;

	for (int64_t i = 0; i < vocab; i++)
		high[sample_order(l[i]) >> 8]++;
	k = find_byte(high, k, &h);
	for (int64_t i = 0; i < vocab; i++) {
		uint32_t order = sample_order(l[i]);

		low[order & 255] += order >> 8 == h;
	}
	find_byte(low, k, &rest);
	return h << 8 | rest;
}

static int32_t draw_row(const struct aisp_io *io, const uint16_t *l, float u)
{
	int64_t vocab = io->param[VOCAB];
	struct candidates c = { 0, (int32_t *)io->workspace,
				(float *)io->workspace + vocab };
	uint32_t kth = find_kth(l, vocab, io->param[K]), most = 0;
	int32_t best = 0;

	for (int32_t i = 0; i < vocab; i++) {
		uint32_t order = sample_order(l[i]);

		if (order < kth)
			continue;
		best = order > most ? i : best;
		most = order > most ? order : most;
		c.token[c.n++] = i;
	}
	weigh(&c, l, from_bf16(l[best]), io->param[TEMPERATURE]);
	return draw_one(&c, u);
}

#include "sample_rows.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the k-th largest by two histograms",
	.run = run,
};
