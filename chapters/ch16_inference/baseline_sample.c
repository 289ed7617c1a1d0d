/* SPDX-License-Identifier: MIT
 *
 * The whole vocabulary is sorted, then the k largest are put into its order again.
 * LIBS: -lm
 */
#include "workload_sample.h"

#include "sample_cpu.h"

struct scored {
	uint32_t order;
	int32_t token;
};

static int by_score(const void *a, const void *b)
{
	uint32_t x = ((const struct scored *)a)->order;
	uint32_t y = ((const struct scored *)b)->order;

	return (x < y) - (x > y);
}

static int by_token(const void *a, const void *b)
{
	return ((const struct scored *)a)->token - ((const struct scored *)b)->token;
}

static int32_t draw_row(const struct aisp_io *io, const uint16_t *l, float u)
{
	struct scored *all = (struct scored *)io->workspace;
	int64_t vocab = io->param[VOCAB], n = io->param[K];
	float sum = 0, total = 0, largest, scale = 1000 / (float)io->param[TEMPERATURE];

	for (int32_t i = 0; i < vocab; i++)
		all[i] = (struct scored){ sample_order(l[i]), i };
	qsort(all, (size_t)vocab, sizeof(*all), by_score);
	largest = from_bf16(l[all[0].token]);
	while (n < vocab && all[n].order == all[n - 1].order)
		n++;
	qsort(all, (size_t)n, sizeof(*all), by_token);
	for (int64_t i = 0; i < n; i++)
		total += expf((from_bf16(l[all[i].token]) - largest) * scale);
	for (int64_t i = 0; i < n; i++) {
		sum += expf((from_bf16(l[all[i].token]) - largest) * scale);
		if (sum > u * total)
			return all[i].token;
	}
	return all[n - 1].token;
}

#include "sample_rows.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "sort, softmax, search",
	.run = run,
};
